import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

type Version = readonly number[];
const getVersion = (text: string): Version =>
  text
    .replace(/^\D+/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
const compare = (a: Version, b: Version) =>
  [0, 1, 2].map((at) => (a[at] ?? 0) - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** One condition of npm's ranges, such as `>=24.15.0`, `^22` or `18.x`. */
function holds(version: Version, condition: string): boolean {
  const [operator = ''] = /^(?:[<>]=?|[\^~])?/.exec(condition) ?? [];
  const bound = getVersion(condition);
  const difference = compare(version, bound);
  if (condition === '*') return true;
  if (operator === '>=') return difference >= 0;
  if (operator === '>') return difference > 0;
  if (operator === '<') return difference < 0;
  if (operator === '<=') return difference <= 0;
  return version[0] === bound[0] && (difference >= 0 || operator === '');
}

const accepts = (range: string, version: Version) =>
  range.split('||').some((all) =>
    all
      .trim()
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .every((condition) => holds(version, condition)),
  );

/** Neither Linux nor macOS. */
const isForeign = (os?: string | readonly string[]) =>
  os !== undefined && !['linux', 'darwin'].some((name) => os.includes(name));

test('every package of the lockfile runs on the oldest Node that package.json names', async () => {
  const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const oldest = getVersion((await json('package.json')).engines.node);
  const packages = Object.entries<{ engines?: { node?: string }; os?: string | string[] }>(
    (await json('package-lock.json')).packages,
  );
  expect(packages.length).toBeGreaterThan(300);
  const tooNew = packages.filter(
    ([, { engines, os }]) => engines?.node && !isForeign(os) && !accepts(engines.node, oldest),
  );
  expect(tooNew.map(([path, { engines }]) => `${path} wants Node ${engines?.node}`)).toEqual([]);
});
