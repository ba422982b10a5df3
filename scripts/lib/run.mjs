import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from './root.mjs';

/** Ends this process with one line and an exit code. */
export function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Runs a program in the checkout with this process's output, and returns its exit code. A signal that ends this process ends it too. */
export async function run(command, args, { env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd: inRoot('.'), stdio, env: { ...process.env, ...env } });
  const pass = (signal) => child.kill(signal);
  for (const signal of passedOn) process.on(signal, pass);
  const [code, signal] = await once(child, 'exit');
  for (const passed of passedOn) process.off(passed, pass);
  return signal ? 128 : code;
}

/** Ctrl-C reaches the whole process group anyway. */
const passedOn = ['SIGTERM', 'SIGHUP'];

/** Runs a program of an installed package and returns its exit code and what it printed. */
export async function runQuietly(path, args) {
  const child = spawn(process.execPath, [inRoot('node_modules', path), ...args], {
    cwd: inRoot('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [code, signal] = await once(child, 'close');
  return { code: signal ? 128 : code, output };
}

/** Runs a program of an installed package, without npx and its questions. */
export const runPackage = (path, args, options) =>
  run(process.execPath, [inRoot('node_modules', path), ...args], options);
