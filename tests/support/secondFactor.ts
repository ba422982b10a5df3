import { Secret, TOTP } from 'otpauth';
import { addSeconds } from 'date-fns';
import type { Caller, TestServer } from './server.ts';

/** The code that an authenticator app shows for this key. */
export const codeAt = (key: string, at: Date): string => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });

/** Turns a second factor on for this caller. `next` is an unused code: it moves the clock on. */
export async function turnOnSecondFactor(server: TestServer, caller: Caller) {
  const { key } = (await caller.post('/account/second-factor')).body;
  const { status, body } = await caller.post('/account/second-factor/confirmation', { body: { code: codeAt(key, server.clock.now) } });
  if (status !== 200) throw new Error(`The second factor was not turned on: ${body.message}`);
  return {
    key: String(key),
    recoveryCodes: body.recoveryCodes as string[],
    next: () => {
      server.clock.now = addSeconds(server.clock.now, 30);
      return codeAt(key, server.clock.now);
    },
  };
}
