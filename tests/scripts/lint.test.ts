import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Case = readonly [title: string, path: string, source: string];

const allowed: Case[] = [
  [
    'domain imports itself and zod',
    'domain/contacts/a.ts',
    `import { z } from 'zod';\nimport { b } from '../shared/b.ts';\nimport '#domain/shared/c.ts';`,
  ],
  [
    'the server imports the domain and packages',
    'server/app.ts',
    `import fastify from 'fastify';\nimport type { A } from '#domain/contacts/contract.ts';`,
  ],
  [
    'routes import a service, a service a repo',
    'server/modules/contacts/service.ts',
    `import { contactsRepo } from './repo.ts';`,
  ],
  [
    'a module imports a lower one through its index',
    'server/modules/contacts/routes.ts',
    `import { logActivity } from '#server/modules/activity/index.ts';`,
  ],
  [
    'a screen imports itself, shared parts, providers and the map',
    'src/resources/contacts/ContactList.tsx',
    `
    import { A } from './A.tsx';
    import { B } from '#src/ui/B.tsx';
    import { C } from '#src/resources/invoices/payments/C.tsx';
    import { d } from '#src/dataProvider/index.ts';
    import { paths } from '#src/paths.ts';`,
  ],
  ['a query names its columns', 'server/modules/contacts/repo.ts', `tx.selectFrom('a').select(columns.a).execute()`],
  [
    'a migration runs once and may select all',
    'server/platform/database/migrations/0001-a.ts',
    'sql`insert into b select * from a`',
  ],
  ['the app imports screens', 'src/App.tsx', `const A = lazy(() => import('./resources/contacts/index.tsx'));`],
  ['tests import everything', 'tests/src/a.test.tsx', `import '#server/app.ts'; import '#src/App.tsx';`],
];

const refused: Case[] = [
  ['domain does not import a package', 'domain/shared/a.ts', `import { addDays } from 'date-fns';`],
  [
    'domain does not import the server, by any spelling',
    'domain/shared/a.ts',
    `export { b } from '../../server/b.ts';`,
  ],
  [
    'what all modules share imports none of them',
    'domain/shared/a.ts',
    `import type { Discount } from '#domain/pos/contract.ts';`,
  ],
  ['the server does not import the console', 'server/app.ts', `import type { A } from '#src/App.tsx';`],
  ['the console does not import the server', 'src/paths.ts', `const a = await import('../server/a.ts');`],
  ['a repo does not import its service', 'server/modules/contacts/repo.ts', `import { b } from './service.ts';`],
  ['a service does not import routes', 'server/modules/contacts/service.ts', `import { b } from './routes.ts';`],
  [
    'a module does not import the files of another',
    'server/modules/contacts/service.ts',
    `import { b } from '#server/modules/activity/logActivity.ts';`,
  ],
  [
    'a module does not import a higher one',
    'server/modules/activity/service.ts',
    `import { b } from '#server/modules/contacts/index.ts';`,
  ],
  [
    'the platform imports no module',
    'server/platform/http/a.ts',
    `import { b } from '#server/modules/activity/index.ts';`,
  ],
  [
    'a screen does not import another screen',
    'src/resources/contacts/A.tsx',
    `import { B } from '#src/resources/invoices/InvoiceList.tsx';`,
  ],
  [
    'a custom screen neither',
    'src/custom/pos/A.tsx',
    `import { B } from '#src/resources/sales-items/SalesItemShow.tsx';`,
  ],
  ['nor by a subfolder of its own', 'src/resources/contacts/import/A.tsx', `import { B } from '../../invoices/B.tsx';`],
  ['the kit does not import a screen', 'src/ui/A.tsx', `import { B } from '#src/custom/dashboard/B.tsx';`],
  ['nor a part of an entity', 'src/ui/A.tsx', `import { B } from '#src/resources/contacts/B.tsx';`],
  [
    'a provider does not import a part of a screen',
    'src/dataProvider/a.ts',
    `import { B } from '#src/resources/contacts/B.tsx';`,
  ],
  ['a screen does not import the app', 'src/resources/contacts/A.tsx', `import { App } from '#src/App.tsx';`],
  ['what ships does not import tests', 'server/app.ts', `import { a } from '#tests/support/a.ts';`],
  [
    'no button of react-admin that makes its own URL',
    'src/resources/contacts/A.tsx',
    `import { EditButton } from 'react-admin';`,
  ],
  ['no link by its name', 'src/resources/contacts/A.tsx', `export const a = <ReferenceField link="show" />;`],
  ['no query for every column', 'server/modules/contacts/repo.ts', `tx.selectFrom('a').selectAll().execute()`],
  ['nor of one table of a join', 'server/modules/contacts/repo.ts', 'sql`select a.id, b.* from a join b on true`'],
  ['nor in plain SQL', 'server/modules/invoices/a.ts', 'sql`select * from a`'],
  ['nor from what was written', 'server/modules/contacts/repo.ts', `tx.insertInto('a').values(row).returningAll()`],
  ['no redirect by its name', 'src/resources/contacts/A.tsx', `export const a = <EditBase redirect="list" />;`],
];

const rules = /no-restricted-imports|^spotter/;
let directory: string;
/** The rules that each file violates, by its path. */
const broken = new Map<string, string[]>();

/** What may be imported depends on the path; a number keeps the cases apart. */
const cases = [...allowed, ...refused].map(([title, path, source], index) => ({
  title,
  path: path === 'src/App.tsx' ? path : join(dirname(path), `${index}-${basename(path)}`),
  source,
}));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spotter-lint-'));
  for (const file of ['.oxlintrc.json', 'scripts/oxlint-plugin.mjs', 'server/modules.ts'])
    await cp(file, join(directory, file));
  for (const { path, source } of cases) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), source);
  }
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/oxlint/bin/oxlint'), '--format=json'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  for (const { title, path } of cases) {
    broken.set(
      title,
      diagnostics.filter(({ code, filename }) => filename === path && rules.test(code)).map(({ code }) => code),
    );
  }
});
afterAll(() => rm(directory, { recursive: true }));

test.each(allowed)('%s', (title) => {
  expect(broken.get(title)).toEqual([]);
});

test.each(refused)('%s', (title) => {
  expect(broken.get(title)).toHaveLength(1);
});
