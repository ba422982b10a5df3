import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';
import { explainError } from './platform/explainError.ts';

const shutdownTimeoutMs = 45_000;
let print = (line: string) => void process.stdout.write(`${line}\n`);

/** In production everything on standard output is a line of the log. */
const printAsLog = (line: string) =>
  void process.stdout.write(
    `${JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg: line })}\n`,
  );

/** In a build, the console is beside the server. Under `npm run dev`, Vite serves it. */
const built = fileURLToPath(new URL('../console', import.meta.url));

// A closed log stream or a rejected promise in the background must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('unhandledRejection', (error) => process.stderr.write(`Unhandled: ${inspect(error)}\n`));

const stopping = new AbortController();
const server = start();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void shutDown(signal));

async function start() {
  try {
    const config = readConfig(process.env);
    if (config.isProduction) print = printAsLog;
    const consoleDirectory = existsSync(`${built}/index.html`) ? built : undefined;
    const running = await startServer(config, {
      consoleDirectory,
      print: (line) => print(line),
      signal: stopping.signal,
    });
    print([`Spotter is ready at ${config.publicUrl}`, ...running.firstSteps].join('\n'));
    return running;
  } catch (error) {
    if (stopping.signal.aborted) return undefined;
    // An error is printed with its causes. For a failed migration, that is the database's message.
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(1);
  }
}

/** A signal during startup waits until the server has started, so that everything is closed in order. */
async function shutDown(signal: NodeJS.Signals): Promise<void> {
  if (stopping.signal.aborted) return;
  print(`Spotter got ${signal} and stops when it has finished what it accepted`);
  stopping.abort();
  setTimeout(giveUp, shutdownTimeoutMs).unref();
  await (await server)?.stop();
  process.exit(0);
}

function giveUp() {
  process.stderr.write(
    `Spotter had not finished ${shutdownTimeoutMs / 1_000} seconds after the signal and stops at once\n`,
  );
  process.exit(1);
}
