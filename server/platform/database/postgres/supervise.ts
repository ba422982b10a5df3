import { setTimeout as sleep } from 'node:timers/promises';
import { ensureRunning, type Launch } from './postgres.ts';
import { watch } from './watch.ts';

export async function supervise(
  launch: Launch,
  adminUrl: string,
  onEvent: (message: string, error?: unknown) => void = () => {},
): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController();
  let revival = Promise.resolve();
  const guard = () =>
    watch(adminUrl, () => {
      revival = revive();
    });
  const revive = async () => {
    while (!ending.signal.aborted) {
      try {
        await ensureRunning(launch);
        current = await guard();
        onEvent('PostgreSQL had stopped and was started again');
        return;
      } catch (error) {
        onEvent('PostgreSQL has stopped and does not start', error);
        await sleep(500);
      }
    }
  };
  let current = await guard();
  return {
    stop: async () => {
      ending.abort();
      await current.stop();
      await revival;
      await current.stop();
    },
  };
}
