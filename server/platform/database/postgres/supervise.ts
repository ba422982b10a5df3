import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureRunning, type Launch } from './postgres.ts';

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

/** An idle connection ends at the moment its postmaster does, so nothing has to be polled. */
async function watch(connectionString: string, onGone: () => void): Promise<{ stop(): Promise<void> }> {
  const client = new Client({ connectionString, application_name: 'spotter watch' });
  let watching = true;
  client.on('error', () => {});
  client.once('end', () => {
    if (watching) onGone();
  });
  await client.connect();
  return {
    stop: async () => {
      watching = false;
      await client.end();
    },
  };
}
