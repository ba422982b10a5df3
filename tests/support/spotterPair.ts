import { balancer } from './balancer.ts';
import type { TestServer } from './server.ts';
import { startSpotter, type SpotterProcess } from './spotterProcess.ts';
import { temporaryDirectory } from './temporary.ts';

/** Two built Spotters on the database of a test server, behind a balancer that hands each request to the other one than the last. */
export async function spotterPair(server: TestServer) {
  const start = async () =>
    startSpotter({ env: { DATA_DIR: await temporaryDirectory(), DATABASE_URL: server.url, APP_SECRET: server.config.appSecret } });
  const both: SpotterProcess[] = await Promise.all([start(), start()]);
  const front = await balancer(() => both.map(({ url }) => url));
  return {
    url: front.url,
    both,
    kill: (nth: 0 | 1) => both[nth]?.end('SIGKILL'),
    startAgain: async (nth: 0 | 1) => void (both[nth] = await start()),
    async close() {
      await front.close();
      await Promise.all(both.map((spotter) => spotter.end('SIGTERM')));
    },
  };
}
