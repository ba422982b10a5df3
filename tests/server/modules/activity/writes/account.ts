import { expect } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createUser } from '#tests/support/gym.ts';
import { authenticator } from '#tests/support/authenticator.ts';
import { codeAt } from '#tests/support/secondFactor.ts';
import type { Caller } from '#tests/support/server.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** A person's own account. */
export function accountWrites(writing: WritingGym): Writes {
  const { server, gym, admin } = writing;
  const secondFactor = getSecondFactor(writing);
  const emailedToken = async () => {
    const { email } = gym.users.operator;
    await server.anonymous.post('/auth/forgot-password', { body: { email } });
    await expect.poll(() => server.emails.some(({ to }) => to === email)).toBe(true);
    return new URL(server.emails.findLast(({ to }) => to === email)?.link ?? '').searchParams.get('token');
  };

  return {
    updateAccountEmails: {
      call: () => admin.put('/account/emails', { body: { zReports: true } }),
      action: 'user.updated',
    },
    updateAccount: { call: () => admin.put('/account', { body: { firstName: 'Sam' } }), action: 'user.updated' },
    changePassword: {
      call: async () =>
        server.anonymous.post('/auth/change-password', {
          body: { token: await emailedToken(), newPassword: 'staple battery' },
        }),
      action: 'user.password-changed',
      by: 'Sam operator',
    },
    // With the password that the previous call set.
    updateAccountPassword: {
      call: async () =>
        (await server.as(gym.users.operator)).put('/account/password', {
          body: { currentPassword: 'staple battery', newPassword: 'another long walk' },
        }),
      action: 'user.password-changed',
      by: 'Sam operator',
    },
    confirmSecondFactor: { call: secondFactor.turnOn, action: 'user.second-factor-turned-on', by: 'Ruth Key' },
    signInWithCode: { call: secondFactor.signIn, action: 'user.recovery-code-used', by: 'Ruth Key' },
    replaceRecoveryCodes: { call: secondFactor.replaceCodes, action: 'user.recovery-codes-replaced', by: 'Ruth Key' },
    addPasskey: { call: secondFactor.addPasskey, action: 'user.passkey-added', by: 'Ruth Key' },
    removePasskey: { call: secondFactor.removePasskey, action: 'user.passkey-removed', by: 'Ruth Key' },
    turnOffSecondFactor: { call: secondFactor.turnOff, action: 'user.second-factor-turned-off', by: 'Ruth Key' },
  };
}

/** A manager's second factor, kept between the calls. */
function getSecondFactor({ server, gym }: WritingGym) {
  let caller: Caller;
  let ruth: { id: string; email: string };
  let codes: string[] = [];
  const password = 'staple battery';
  const turnOn = async () => {
    ruth = await createUser(server.database, {
      firstName: 'Ruth',
      lastName: 'Key',
      passwordHash: await hashPassword(password),
    });
    const access = {
      user_id: ruth.id,
      company_id: gym.companyId,
      location_id: gym.locationId,
      access_level: 'manager' as const,
    };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
    caller = await server.as(ruth);
    const { body } = await caller.post('/account/second-factor', { body: { password } });
    const response = await caller.post('/account/second-factor/confirmation', {
      body: { code: codeAt(body.key, server.clock.now) },
    });
    codes = response.body.recoveryCodes;
    return response;
  };
  const signIn = async () => {
    const { body } = await server.anonymous.post('/auth/login', { body: { email: ruth.email, password } });
    return server.anonymous.post('/auth/second-factor', {
      body: { token: body.secondFactor.token, code: codes.pop() },
    });
  };
  const replaceCodes = async () => {
    const response = await caller.post('/account/second-factor/recovery-codes', {
      body: { password, code: codes.pop() },
    });
    codes = response.body.recoveryCodes;
    return response;
  };
  const turnOff = () => caller.delete('/account/second-factor', { body: { password, code: codes.pop() } });
  let passkeyId = '';
  const addPasskey = async () => {
    const { body } = await caller.post('/account/passkeys/options', { body: { password, code: codes.pop() } });
    const response = await caller.post('/account/passkeys', {
      body: authenticator({ origin: 'https://spotter.test', rpId: 'spotter.test' }).create(body),
    });
    passkeyId = response.body.passkey.id;
    return response;
  };
  const removePasskey = () =>
    caller.delete(`/account/passkeys/${passkeyId}`, { body: { password, code: codes.pop() } });
  return { turnOn, signIn, replaceCodes, turnOff, addPasskey, removePasskey };
}
