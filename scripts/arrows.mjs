import { readdir, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { violationsOf } from './lib/arrows.mjs';
import { inRoot } from './lib/root.mjs';

const entries = await Promise.all(
  ['domain', 'server', 'src'].map((folder) => readdir(inRoot(folder), { withFileTypes: true, recursive: true })),
);
const files = entries
  .flat()
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(inRoot('.'), `${entry.parentPath}/${entry.name}`));
const found = await Promise.all(files.map(async (path) => violationsOf(path, await readFile(inRoot(path), 'utf8'))));

for (const violation of found.flat()) process.stderr.write(`${violation}\n`);
process.exitCode = found.flat().length > 0 ? 1 : 0;
