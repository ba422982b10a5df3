import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';
import { freePort } from './tests/support/spotterProcess.ts';

// This file is read again in every worker; what the first reading chose is handed on by the environment.
process.env.SPOTTER_E2E_PORT ??= String(await freePort());
process.env.SPOTTER_E2E_STRIPE_PORT ??= String(await freePort());

export default defineConfig({
  testDir: 'e2e',
  // `npm test` runs one journey for each slug and each way that money moves; `npm run test:walks` runs more of them, and
  // the walks, which visit every page for one quality.
  projects: [
    { name: 'journeys', testIgnore: ['more-journeys/**', 'walks/**'] },
    { name: 'more-journeys', testMatch: 'more-journeys/**' },
    { name: 'walks', testMatch: 'walks/**' },
  ],
  globalSetup: './e2e/support/globalSetup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // One more than there are cores: a test waits a third of its time, as those of the server do.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  // A machine that is busy with other things takes its time.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    baseURL: `http://localhost:${process.env.SPOTTER_E2E_PORT}`,
    locale: 'en-US',
    timezoneId: 'America/Denver',
    // Nothing moves, or a click could fall into the middle of a menu that is opening.
    contextOptions: { reducedMotion: 'reduce' },
    // Without a trace, which makes every test take a third longer; `npx playwright test --trace retain-on-failure` has it.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pages that follow one another in a context share a process, with the scripts that it has compiled.
        '--process-per-site',
        // A test is over before optimized code pays for its compilation.
        '--js-flags=--no-maglev,--no-opt',
      ],
    },
  },
});
