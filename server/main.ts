import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';
import { StartupError } from './startupError.ts';

const drainFor = 45_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Built, the console lies beside the server; under `npm run dev` Vite serves it. */
const built = fileURLToPath(new URL('../console', import.meta.url));

const stopping = new AbortController();
const server = start();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void shutDown());

async function start() {
  try {
    const config = readConfig(process.env);
    const consoleDirectory = existsSync(`${built}/index.html`) ? built : undefined;
    const running = await startServer(config, { consoleDirectory, print, signal: stopping.signal });
    print([`Spotter is ready at ${config.publicUrl}`, ...running.signIns].join('\n'));
    return running;
  } catch (error) {
    if (stopping.signal.aborted) return undefined;
    const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error;
    process.stderr.write(`${String(text)}\n`);
    process.exit(1);
  }
}

/** A signal while starting waits for the start, so that nothing is left half open. */
async function shutDown(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(1), drainFor).unref();
  await (await server)?.stop();
  process.exit(0);
}
