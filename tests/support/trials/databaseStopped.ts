import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openCluster } from '#server/platform/database/postgres/cluster.ts';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { demoDesk } from './demoDesk.ts';

/** Stops the PostgreSQL behind `DATABASE_URL` for this long and starts it again, while Spotter runs on. */
export async function databaseStopped(milliseconds: number): Promise<void> {
  const dataDirectory = await temporaryDirectory();
  let postgres = await openCluster({ dataDirectory });
  const env = {
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of thirty-two characters',
    DEMO_DATA: 'on',
  };
  const spotter = await startSpotter({ env });
  try {
    const desk = await demoDesk(spotter);
    const ask = async () => {
      const began = Date.now();
      const [list, sale] = await Promise.all([
        desk.get('/contacts'),
        desk.send('POST', '/sales-items/purchase', desk.sale),
      ]);
      return { list, sale, took: Date.now() - began };
    };
    await postgres.stop();
    const back = Date.now() + milliseconds;
    let slowest = 0;
    while (Date.now() < back) {
      const { list, sale, took } = await ask();
      for (const { status, headers, body } of [list, sale]) {
        expect({ status, message: typeof body.message, retry: Number(headers.get('retry-after')) > 0 }).toEqual({
          status: 503,
          message: 'string',
          retry: true,
        });
      }
      slowest = Math.max(slowest, took);
      await sleep(250);
    }
    postgres = await openCluster({ dataDirectory });
    const returned = Date.now();
    for (
      let response = await ask();
      response.list.status !== 200 || response.sale.status !== 201;
      response = await ask()
    ) {
      expect(Date.now() - returned).toBeLessThan(3_000);
    }
    console.log(
      `PostgreSQL stopped for ${milliseconds} ms: 503 within ${slowest} ms, works again ${Date.now() - returned} ms after its return`,
    );
    expect(slowest).toBeLessThan(5_000);
  } finally {
    await spotter.end('SIGTERM');
    await postgres.stop();
  }
}
