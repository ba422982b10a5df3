import { readFile, stat } from 'node:fs/promises';
import { inRoot } from './root.mjs';

/**
 * What a visit to the built console fetches. Takes chunks by name (`chunks.ts`), in the order in which they are opened, and returns the
 * requests and bytes of JavaScript after each, brotli-compressed, with everything that they import statically.
 */
export async function weigh(...names) {
  const manifest = await readManifest();
  const fetched = new Set();
  const fetchAll = (key) => {
    const chunk = manifest[key];
    if (fetched.has(chunk.file)) return;
    fetched.add(chunk.file);
    for (const next of chunk.imports ?? []) fetchAll(next);
  };
  const steps = [];
  for (const name of names) {
    const key = Object.keys(manifest).find((one) => manifest[one].name === name);
    if (!key) throw new Error(`The build has no ${name}`);
    fetchAll(key);
    const sizes = await Promise.all([...fetched].map(brotliSize));
    steps.push({ name, requests: fetched.size, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  }
  return steps;
}

const readManifest = async () => JSON.parse(await readFile(inRoot('dist/console/.vite/manifest.json'), 'utf8'));

/** Returns the cycles of chunks that import each other, by their names: a chunk in one would be evaluated before its dependencies. */
export async function circles() {
  const manifest = await readManifest();
  const found = new Set();
  const done = new Set();
  const follow = (key, path) => {
    if (path.includes(key))
      found.add([...path.slice(path.indexOf(key)), key].map((one) => manifest[one].name).join(' > '));
    if (done.has(key) || path.includes(key)) return;
    for (const next of manifest[key].imports ?? []) follow(next, [...path, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
  return [...found];
}

/** A chunk that is too small to compress is sent uncompressed. */
async function brotliSize(file) {
  const path = inRoot('dist/console', file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}
