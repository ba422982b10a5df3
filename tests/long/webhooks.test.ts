import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { killedWebhooks } from '#tests/support/trials/killedWebhooks.ts';
import { steadyWebhooks } from '#tests/support/trials/steadyWebhooks.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('10,000 events to receivers that work, are slow, fail and hang, while one of two processes is killed 20 times: each that works gets every event, and those of a record in their order', async () => {
  const { median, p99 } = await killedWebhooks(10_000, 20);
  console.info(`The working receiver got half of them within ${median} ms, 99 in 100 within ${p99} ms.`);
  expect(p99).toBeGreaterThan(0);
});

test('10,000 events, 2,000 of them at once and then 50 a second, beside a receiver that hangs: 99 in 100 within 5 seconds', async () => {
  const { healthy, slow, sentToHanging } = await steadyWebhooks({ burst: 2_000, perSecond: 50, count: 10_000 });
  for (const [name, { median, p99 }] of Object.entries({ healthy, slow }))
    console.info(`The ${name} receiver got half of them within ${median} ms, 99 in 100 within ${p99} ms.`);
  console.info(`${sentToHanging} were sent to the one that hangs.`);
  expect(healthy.p99).toBeLessThan(5_000);
});
