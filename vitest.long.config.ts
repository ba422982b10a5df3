import { defineConfig } from 'vitest/config';

/** `npm run test:long`: the same trials as in the server's tests, at their full counts. */
export default defineConfig({
  test: {
    include: ['tests/long/**/*.test.ts'],
    globalSetup: 'tests/support/globalSetup.ts',
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
  },
});
