import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBeside } from './builtServer.ts';
import { freePort } from './spotterProcess.ts';
import { temporaryDirectory } from './temporary.ts';
import type { TestServer } from './server.ts';

const movedClock = fileURLToPath(new URL('movedClock.ts', import.meta.url));

/** A built Spotter on the database and by the clock of a test server, which can be killed and starts again at the same address. */
export async function mortalSpotter(server: TestServer) {
  const clockFile = join(await temporaryDirectory(), 'clock');
  const setClock = () => {
    writeFileSync(`${clockFile}.new`, String(server.clock.now.getTime()));
    renameSync(`${clockFile}.new`, clockFile);
  };
  setClock();
  const env = {
    PORT: String(await freePort()),
    NODE_OPTIONS: `--import=${movedClock}`,
    CLOCK_FILE: clockFile,
  };
  let running = await startBeside(server, env);
  return {
    url: running.url,
    /** After each change of the test server's. */
    setClock,
    kill: async () => void (await running.end('SIGKILL')),
    startAgain: async () => void (running = await startBeside(server, env)),
    close: async () => void (await running.end('SIGTERM')),
  };
}
