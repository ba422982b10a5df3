import { readFile, stat } from 'node:fs/promises';
import { inRoot } from './root.mjs';

/**
 * What a visit to the built console fetches: takes modules by source path, in the order they are opened, and gives
 * after each the requests and bytes of JavaScript so far, brotli-compressed, with everything they import at once.
 */
export async function weigh(...modules) {
  const manifest = await readManifest();
  const fetched = new Set();
  const fetchAll = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (fetched.has(chunk.file)) return;
    fetched.add(chunk.file);
    for (const next of chunk.imports ?? []) fetchAll(next);
  };
  const steps = [];
  for (const name of modules) {
    fetchAll(name);
    const sizes = await Promise.all([...fetched].map(brotliSize));
    steps.push({ name, requests: fetched.size, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  }
  return steps;
}

const readManifest = async () => JSON.parse(await readFile(inRoot('dist/console/.vite/manifest.json'), 'utf8'));

/** Gives the circles of chunks that import each other, by their names: one in it would be evaluated before what it needs. */
export async function circles() {
  const manifest = await readManifest();
  const found = new Set();
  const done = new Set();
  const follow = (key, path) => {
    if (path.includes(key)) found.add([...path.slice(path.indexOf(key)), key].map((one) => manifest[one].name).join(' > '));
    if (done.has(key) || path.includes(key)) return;
    for (const next of manifest[key].imports ?? []) follow(next, [...path, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
  return [...found];
}

/** A chunk below the size that is worth compressing is sent as it is. */
async function brotliSize(file) {
  const path = inRoot('dist/console', file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}
