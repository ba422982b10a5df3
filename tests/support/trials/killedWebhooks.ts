import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { spotterPair } from '#tests/support/spotterPair.ts';
import { namesOf, openWebhookTrial } from '#tests/support/webhookTrial.ts';

const aSecondEach = 150;

/**
 * Events of some contacts in a steady stream, to receivers that work, are slow, fail now and then, and hang, while one of two
 * processes is killed again and again. Whatever happens, each that works gets every event at least once, and those of a contact in
 * their order, signed as Standard Webhooks says. Returns how late the working one got them, in milliseconds.
 */
export async function killedWebhooks(count: number, kills: number): Promise<{ median: number; p99: number }> {
  const failed = new Set<string>();
  const trial = await openWebhookTrial({
    healthy: (response) => void response.writeHead(204).end(),
    slow: (response) => void setTimeout(() => response.writeHead(200).end(), 30),
    failing: (response, { event: { id } }) => {
      const fails = !failed.has(id) && Math.random() < 0.1;
      if (fails) failed.add(id);
      response.writeHead(fails ? 500 : 200).end();
    },
    hanging: () => undefined,
  });
  try {
    const { healthy, slow, failing, hanging } = trial.receivers;
    const pair = await spotterPair(trial.server);
    const progress = { isOver: false };
    const writing = async () => {
      for (let index = 0; index < count; index += 1) {
        await trial.write(index);
        if (index % aSecondEach === 0) await sleep(500);
      }
      progress.isOver = true;
    };
    const killing = async () => {
      for (let kill = 0; kill < kills && !progress.isOver; kill += 1) {
        await sleep(1_000 + Math.random() * 3_000);
        const nth = kill % 2 === 0 ? 0 : 1;
        await pair.kill(nth);
        await pair.startAgain(nth);
      }
    };
    await Promise.all([writing(), killing()]);
    for (const receiver of [healthy, slow, failing])
      await expect.poll(() => namesOf(receiver).size, { timeout: 8 * 60_000, interval: 500 }).toBe(count);
    for (const receiver of [healthy, slow, failing]) trial.expectInOrder(receiver);
    expect(hanging.received.length).toBeGreaterThan(0);
    expect(trial.unsigned).toEqual([]);
    await pair.close();
    return trial.lateness(healthy);
  } finally {
    await trial.close();
  }
}
