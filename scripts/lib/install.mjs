import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { oneAtATime } from './oneAtATime.mjs';
import { inRoot } from './root.mjs';
import { fail, run } from './run.mjs';

const oldestNode = [24, 15];

/**
 * Installs the lockfile's packages unless they are already installed. Includes development packages, since Vite builds the console.
 * Works on older versions of Node than Spotter itself, because it also installs a newer one.
 */
export async function ensureInstalled() {
  if (!(await isInstalled())) await oneAtATime(inRoot('.cache/installing'), installIfMissing);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  // There is a package of Node for Linux only.
  if (isOld && !existsSync(inRoot('node_modules/.bin/node'))) {
    fail(`Spotter needs Node ${oldestNode.join('.')} or newer, this is ${process.versions.node}`);
  }
}

async function installIfMissing() {
  if (await isInstalled()) return;
  process.stdout.write('Installing packages\n');
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (code !== 0) fail('The packages could not be installed: npm says above why', code);
}

/** npm leaves a list of what it installed, without packages for other platforms. */
async function isInstalled() {
  const [wanted, found] = await Promise.all(['package-lock.json', 'node_modules/.package-lock.json'].map(packagesOf));
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (found[path] ? found[path].version === entry.version : entry.optional),
  );
}

const packagesOf = (path) =>
  readFile(inRoot(path), 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => ({}),
  );
