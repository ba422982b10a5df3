import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { hashOf } from './inputs.mjs';
import { oneAtATime } from './oneAtATime.mjs';
import { precompress } from './precompress.mjs';
import { inRoot } from './root.mjs';
import { fail, runPackage } from './run.mjs';

const shared = ['domain', 'package.json', 'package-lock.json', 'scripts/lib'];

const parts = {
  console: {
    config: 'vite.config.ts',
    inputs: [...shared, 'src', 'public', 'index.html', 'vite.config.ts'],
    after: () => precompress(inRoot('dist/console')),
  },
  server: {
    config: 'vite.server.config.ts',
    inputs: [...shared, 'server', 'demo', 'vite.server.config.ts'],
    after: () => cp(inRoot('demo/assets'), inRoot('dist/server/demo/assets'), { recursive: true }),
  },
};

/** Builds the named parts whose inputs have changed since their last build. A second process waits for the first. */
export async function ensureBuilt(...names) {
  const changed = await Promise.all(names.map((name) => hashIfChanged(name)));
  if (changed.every((hash) => hash === undefined)) return;
  await oneAtATime(inRoot('.cache/building'), () => Promise.all(names.map((name) => buildIfChanged(name))));
}

const stampOf = (name) => inRoot('dist', `${name}.inputs`);

async function hashIfChanged(name) {
  const hash = await hashOf(parts[name].inputs);
  return (await readFile(stampOf(name), 'utf8').catch(() => '')) === hash ? undefined : hash;
}

async function buildIfChanged(name) {
  const hash = await hashIfChanged(name);
  if (hash === undefined) return;
  const { config, after } = parts[name];
  const stamp = stampOf(name);
  await rm(stamp, { force: true });
  process.stdout.write(`Building the ${name}\n`);
  const code = await runPackage('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'], {
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) fail(`The ${name} could not be built`, code);
  await after?.();
  await writeFile(stamp, hash);
}
