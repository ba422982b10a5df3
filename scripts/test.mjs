import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail, runPackage } from './lib/run.mjs';

/** Runs all checks, the fastest first. The first failure ends the run with its exit code. */
const sections = [
  ['Types', () => runPackage('typescript/bin/tsc', ['--noEmit', '--checkers', '2'])],
  ['Lint', () => runPackage('oxlint/bin/oxlint', ['--deny-warnings'])],
  ['OpenAPI', () => runPackage('tsx/dist/cli.mjs', ['scripts/lint-openapi.mjs'])],
  ['Unit, component and server tests', () => runPackage('vitest/vitest.mjs', ['run'])],
  ['Build', () => ensureBuilt('console', 'server')],
  ['End-to-end tests', () => runPackage('@playwright/test/cli.js', ['test'])],
];

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();

for (const [title, work] of sections) {
  const began = Date.now();
  process.stdout.write(`\n=== ${title}\n`);
  const code = await work();
  if (code) fail(`\n=== ${title}: failed`, code);
  process.stdout.write(`=== ${title}: passed in ${Math.round((Date.now() - began) / 1_000)} s\n`);
}
process.stdout.write('\nAll of it passed\n');
