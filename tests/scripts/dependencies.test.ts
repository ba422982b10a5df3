import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => void execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' }), 120_000);

/** `@scope/name` of `@scope/name/part`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

async function importedPackages(): Promise<string[]> {
  const files = (await readdir('dist/server', { recursive: true })).filter((path) => path.endsWith('.js'));
  const sources = await Promise.all(files.map((path) => readFile(join('dist/server', path), 'utf8')));
  const specifiers = sources.flatMap((source) =>
    [...source.matchAll(/^(?:import|export)\b[^'"\n]*["']([^'"\n]+)["'];?$|\bimport\(["']([^'"]+)["']\)/gm)].map(
      ([, ofStatement, ofCall]) => ofStatement ?? ofCall ?? '',
    ),
  );
  return [...new Set(specifiers.filter((name) => !name.startsWith('.') && !isBuiltin(name)).map(packageOf))].toSorted();
}

/** The fonts of PDFs are read as files. */
const isReadAsFile = (name: string) => name.startsWith('@fontsource-variable/');

test('what the built server imports, and nothing else, is a dependency: the console’s packages are bundled', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await importedPackages()).toEqual(Object.keys(dependencies).filter((name) => !isReadAsFile(name)));
});
