import { balancer } from './balancer.ts';
import type { TestServer } from './server.ts';
import type { SpotterProcess } from './spotterProcess.ts';
import { startBeside } from './builtServer.ts';

/** Two built Spotters on the database of a test server, behind a balancer that alternates between them. */
export async function spotterPair(server: TestServer) {
  const both: SpotterProcess[] = await Promise.all([startBeside(server), startBeside(server)]);
  const front = await balancer(() => both.map(({ url }) => url));
  return {
    url: front.url,
    both,
    kill: (nth: 0 | 1) => both[nth]?.end('SIGKILL'),
    startAgain: async (nth: 0 | 1) => void (both[nth] = await startBeside(server)),
    async close() {
      await front.close();
      await Promise.all(both.map((spotter) => spotter.end('SIGTERM')));
    },
  };
}
