import type { Config } from '#server/config.ts';
import { type Ground, openGround } from '#server/ground.ts';

/** Runs a command's work on the same ground as the server's, beside one that runs. */
export async function onGround(config: Config, work: (ground: Ground) => Promise<void>): Promise<void> {
  const ground = await openGround(config, { as: 'command', print: console.log, onEvent: console.error });
  try {
    await work(ground);
  } finally {
    await ground.close();
  }
}
