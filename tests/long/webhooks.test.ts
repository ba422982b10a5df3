import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { killedWebhooks } from '#tests/support/trials/killedWebhooks.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('10,000 events to receivers that work, are slow, fail and hang, while one of two processes is killed 20 times: each that works gets every event, and those of a record in their order', async () => {
  const { median, p99 } = await killedWebhooks(10_000, 20);
  console.info(`The working receiver got half of them within ${median} ms, 99 in 100 within ${p99} ms.`);
  expect(p99).toBeGreaterThan(0);
});
