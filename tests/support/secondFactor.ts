import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import type { Caller, TestServer } from './server.ts';

/** The code that an authenticator app shows for this key. */
export const codeAt = (key: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });

/** Asks for the key of a second factor with a password that the caller has just for this call. */
export async function begunSecondFactor({ database }: TestServer, caller: Caller): Promise<{ key: string }> {
  const password = 'only for this call';
  const { user } = (await caller.get('/account')).body;
  const { password_hash } = await database.unscoped
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const setHash = (hash: string | null) =>
    database.unscoped.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute();
  await setHash(await hashPassword(password));
  const { status, body } = await caller.post('/account/second-factor', { body: { password } });
  await setHash(password_hash);
  if (status !== 200) throw new Error(`Two-step verification was not begun: ${body.message}`);
  return body;
}

/** Turns a second factor on for this caller. `next` is an unused code: it moves the clock on. */
export async function turnOnSecondFactor(server: TestServer, caller: Caller) {
  const { key } = await begunSecondFactor(server, caller);
  const { status, body } = await caller.post('/account/second-factor/confirmation', {
    body: { code: codeAt(key, server.clock.now) },
  });
  if (status !== 200) throw new Error(`Two-step verification was not turned on: ${body.message}`);
  return {
    key: String(key),
    recoveryCodes: body.recoveryCodes as string[],
    next: () => {
      server.advance({ seconds: 30 });
      return codeAt(key, server.clock.now);
    },
  };
}
