import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from './root.mjs';

/** Ends this process with one line and a code. */
export function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Runs a program in the checkout, its output ours; gives its exit code. A shell's codes stand for a signal. */
export async function run(command, args, { env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd: inRoot('.'), stdio, env: { ...process.env, ...env } });
  const [code, signal] = await once(child, 'exit');
  return signal ? 128 : code;
}

/** Runs the program that a package brings, without npx and its questions. */
export const runPackage = (path, args, options) => run(process.execPath, [inRoot('node_modules', path), ...args], options);
