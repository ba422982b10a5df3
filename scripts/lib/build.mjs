import { readFile, rm, writeFile } from 'node:fs/promises';
import { hashOf } from './inputs.mjs';
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
  server: { config: 'vite.server.config.ts', inputs: [...shared, 'server', 'vite.server.config.ts'] },
};

/** Builds the named parts whose inputs are not those of their last build. */
export async function ensureBuilt(...names) {
  await Promise.all(names.map((name) => buildIfChanged(name, parts[name])));
}

async function buildIfChanged(name, { config, inputs, after }) {
  const stamp = inRoot('dist', `${name}.inputs`);
  const hash = await hashOf(inputs);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return;
  await rm(stamp, { force: true });
  process.stdout.write(`Building the ${name}\n`);
  const code = await runPackage('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'], {
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) fail(`The ${name} could not be built`, code);
  await after?.();
  await writeFile(stamp, hash);
}
