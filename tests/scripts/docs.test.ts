import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'tests/**/*.md']);
const folders = /^(?:bench|demo|deploy|docs|domain|door-controller|e2e|scripts|server|src|tests)\//;

const anchors = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups: { heading = '' } = {} }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every file, folder and heading that %s names is there', (page) => {
  const text = readFileSync(page, 'utf8');
  const links = [...text.matchAll(/\]\((?<to>[^)\s]+)\)/g)].map(({ groups: { to = '' } = {} }) => to);
  const missing = links
    .filter((to) => !/^[a-z]+:/.test(to))
    .filter((to) => {
      const [path = '', anchor] = to.split('#');
      const file = path ? join(dirname(page), path) : page;
      return !existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor));
    });
  const named = [...text.matchAll(/`(?<path>[\w./-]+)`/g)].map(({ groups: { path = '' } = {} }) => path);
  // docs/adding-a-resource.md supposes a resource of this name.
  const gone = named.filter((path) => folders.test(path) && !path.includes('lockers') && !existsSync(path));
  expect([...missing, ...gone]).toEqual([]);
});
