import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runPackage, runQuietly } from './lib/run.mjs';
import { runSections } from './lib/sections.mjs';

/** Read the code without running it, beside the tests that wait for locks, processes and time-outs. */
const staticChecks = [
  ['Types', 'typescript/bin/tsc', ['--noEmit']],
  ['Lint', 'oxlint/bin/oxlint', ['--deny-warnings']],
  ['Format', 'oxfmt/bin/oxfmt', ['--check']],
  ['OpenAPI', 'tsx/dist/cli.mjs', ['scripts/lint-openapi.mjs']],
];

async function checkStatically() {
  const failures = [];
  for (const [title, path, args] of staticChecks) {
    const { code, output } = await runQuietly(path, args);
    if (code) failures.push(`\n=== ${title}: failed\n${output}`);
  }
  return failures;
}

process.env.CHROMIUM_PATH = await ensureBrowser();

await runSections([
  [
    'Types, lint, OpenAPI; unit, component and server tests',
    async () => {
      const [failures, code] = await Promise.all([
        checkStatically(),
        runPackage('vitest/vitest.mjs', ['run', '--project=!system']),
      ]);
      process.stdout.write(failures.join(''));
      return code || (failures.length > 0 ? 1 : 0);
    },
  ],
  ['Build', () => ensureBuilt('console', 'server')],
  ['End-to-end tests', () => runPackage('@playwright/test/cli.js', ['test', '--project=journeys'])],
]);
