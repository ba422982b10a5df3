import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ownMain = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export interface SpotterProcess {
  readonly url: string;
  readonly pid: number;
  /** Its output so far, including errors. */
  output(): string;
  /** Sends it a signal and waits; returns its exit code, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface Options {
  readonly env: Record<string, string>;
  /** What precedes `node` on the command line, to run it as another user. */
  readonly prefix?: readonly string[];
  readonly cwd?: string;
  /** The entry of another build. */
  readonly main?: string;
}

/** Starts the built server as a process of its own, without waiting. */
export function spawnSpotter({ env, prefix = [], cwd, main = ownMain }: Options) {
  const [command = '', ...args] = [...prefix, process.execPath, main];
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => printed.join('') };
}

/** Starts the built server on a free port and waits until it says that it is ready. */
export async function startSpotter({ env, ...options }: Options): Promise<SpotterProcess> {
  const port = env.PORT ?? String(await freePort());
  const { child, ended, output } = spawnSpotter({ ...options, env: { ...env, PORT: port } });
  while (!output().includes('Spotter is ready at')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Spotter did not start: ${output()}`);
    await sleep(20);
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { url: `http://localhost:${port}`, pid: child.pid ?? 0, output, end };
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
