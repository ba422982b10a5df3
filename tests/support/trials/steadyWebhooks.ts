import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startBeside } from '#tests/support/builtServer.ts';
import { namesOf, openWebhookTrial } from '#tests/support/webhookTrial.ts';

interface Load {
  /** Written at once, as by an import. */
  readonly burst: number;
  readonly perSecond: number;
  readonly count: number;
}

/** Events at once and then at a steady rate, to a receiver that works and one that takes 100 ms, beside one that hangs. Returns how late they came, in milliseconds. */
export async function steadyWebhooks({ burst, perSecond, count }: Load) {
  const trial = await openWebhookTrial({
    healthy: (response) => void response.writeHead(204).end(),
    slow: (response) => void setTimeout(() => response.writeHead(200).end(), 100),
    hanging: () => undefined,
  });
  try {
    const { healthy, slow, hanging } = trial.receivers;
    const spotter = await startBeside(trial.server);
    for (let index = 0; index < burst; index += 1) await trial.write(index);
    const began = Date.now();
    for (let index = burst; index < count; index += 1) {
      await trial.write(index);
      await sleep(Math.max(0, began + ((index - burst) * 1_000) / perSecond - Date.now()));
    }
    for (const receiver of [healthy, slow]) {
      await expect.poll(() => namesOf(receiver).size, { timeout: 8 * 60_000, interval: 500 }).toBe(count);
      trial.expectInOrder(receiver);
    }
    expect(hanging.received.length).toBeGreaterThan(0);
    expect(trial.unsigned).toEqual([]);
    await spotter.end('SIGTERM');
    return { healthy: trial.lateness(healthy), slow: trial.lateness(slow), sentToHanging: hanging.received.length };
  } finally {
    await trial.close();
  }
}
