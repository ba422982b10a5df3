import { mkdir, open, readFile } from 'node:fs/promises';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/root.mjs';
import { fail, runPackage } from './lib/run.mjs';

/** Runs the checks, the fastest first; the first failure ends the run with its exit code. Then runs both test suites. */
const checks = [
  ['Types', () => runPackage('typescript/bin/tsc', ['--noEmit', '--checkers', '2'])],
  ['Lint', () => runPackage('oxlint/bin/oxlint', ['--deny-warnings'])],
  ['OpenAPI', () => runPackage('tsx/dist/cli.mjs', ['scripts/lint-openapi.mjs'])],
  ['Build', () => ensureBuilt('console', 'server')],
];

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();

for (const [title, work] of checks) {
  begin(title);
  const { code, seconds } = await timed(work);
  if (!end(title, code, seconds)) process.exit(code);
}

// Each suite spends a tenth of its time waiting, so both run at once. The end-to-end tests' output is printed when both are done.
const log = inRoot('.cache/end-to-end-tests.log');
const endToEnd = timed(() => endToEndTests(log));
begin('Unit, component and server tests');
const unit = await timed(() => runPackage('vitest/vitest.mjs', ['run']));
const isUnitFine = end('Unit, component and server tests', unit.code, unit.seconds);
const browser = await endToEnd;
begin('End-to-end tests');
process.stdout.write(await readFile(log));
const isBrowserFine = end('End-to-end tests', browser.code, browser.seconds);
if (!isUnitFine || !isBrowserFine) fail('\nNot all of it passed', unit.code || browser.code);
process.stdout.write('\nAll of it passed\n');

async function endToEndTests(path) {
  await mkdir(inRoot('.cache'), { recursive: true });
  const file = await open(path, 'w');
  const code = await runPackage('@playwright/test/cli.js', ['test'], { stdio: ['ignore', file.fd, file.fd] });
  await file.close();
  return code;
}

async function timed(work) {
  const began = Date.now();
  const code = (await work()) ?? 0;
  return { code, seconds: Math.round((Date.now() - began) / 1_000) };
}

function begin(title) {
  process.stdout.write(`\n=== ${title}\n`);
}

/** Whether it passed. */
function end(title, code, seconds) {
  process.stdout.write(`=== ${title}: ${code ? 'failed' : `passed in ${seconds} s`}\n`);
  return code === 0;
}
