import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { keepFilesInMemory } from './tests/support/filesInMemory.ts';

keepFilesInMemory();

/** Node would load react-router's CommonJS build here and its ES build for react-admin: two routers, two contexts. */
const oneRouter = { 'react-router': fileURLToPath(import.meta.resolve('react-router')) };

/** A test that replaces or resets modules has its own; the others share theirs, which takes two thirds of the time. */
const isolated = 'tests/src/**/*.isolated.test.{ts,tsx}';

/**
 * A trial of the whole: the built server or another program as a process, a PostgreSQL of its own, a backup restored, the demo loaded,
 * every route with the worst values, a great many rows, random histories that are compared with a second model.
 * `npm run test:walks` runs these.
 */
const system = 'tests/{server,scripts,demo}/**/*.system.test.{ts,tsx}';

/** Rendering a page leaves much garbage at once; with 16 MB for the young, which is the default, it is collected twice as often. */
const execArgv = ['--max-semi-space-size=64', '--import', import.meta.resolve('./tests/support/quickImports.ts')];

const onDatabase = (test: { name: string; include: string[]; exclude?: string[] }) => ({
  resolve: { alias: { typescript: 'typescript-5' } },
  test: {
    globalSetup: 'tests/support/globalSetup.ts',
    setupFiles: 'tests/support/cheapHashes.ts',
    isolate: false,
    execArgv,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A machine that is busy with other things takes its time.
    expect: { poll: { timeout: 20_000 } },
    server: { deps: { inline: [/openapi-typescript/, /@hey-api/] } },
    ...test,
  },
});

const components = (test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  plugins: [react()],
  resolve: { alias: oneRouter },
  test: { environment: 'jsdom' as const, execArgv, setupFiles: 'tests/support/jsdom.ts', testTimeout: 60_000, ...test },
});

export default defineConfig({
  test: {
    // One more than there are cores: the server's tests wait a third of their time, for processes, locks and time-outs.
    maxWorkers: availableParallelism() + 1,
    // They start in the order of their names: the server's few long files before the many short ones of the screens.
    projects: [
      {
        test: { name: 'domain', include: ['tests/domain/**/*.test.ts'], isolate: false, execArgv, testTimeout: 60_000 },
      },
      onDatabase({
        name: 'server',
        include: ['tests/{server,scripts,demo}/**/*.test.{ts,tsx}'],
        exclude: [system],
      }),
      onDatabase({ name: 'system', include: [system] }),
      components({ name: 'ui', include: ['tests/src/**/*.test.{ts,tsx}'], exclude: [isolated], isolate: false }),
      components({ name: 'isolated', include: [isolated] }),
    ],
  },
});
