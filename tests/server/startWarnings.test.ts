import { expect, test } from 'vitest';
import { encrypt } from '#server/platform/crypto/encryption.ts';
import { findSecretWarnings, findTimeZoneWarnings } from '#server/startWarnings.ts';
import { createGym } from '#tests/support/gym.ts';
import { begunSecondFactor, turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { sharedServer } from '#tests/support/server.ts';
import { wallClock } from '#domain/shared/zones.ts';

const server = await sharedServer();
const { appSecret } = server.config;
const saveKeys = async (secret: string) => {
  const { companyId } = await createGym(server);
  const keys = { publishable_key: 'pk_test_a', secret_key_masked: 'sk_test_…', webhook_secret_sealed: null };
  await server.database.scoped([companyId], (tx) =>
    tx
      .insertInto('stripe_configs')
      .values({ ...keys, company_id: companyId, secret_key_sealed: encrypt(secret, companyId, 'sk_test_a') })
      .execute(),
  );
};

test('the operator is told at the start how many companies’ Stripe keys another APP_SECRET has encrypted', async () => {
  expect(await findSecretWarnings(server.database, appSecret)).toEqual([]);
  await saveKeys(appSecret);
  expect(await findSecretWarnings(server.database, appSecret)).toEqual([]);
  await saveKeys('another secret of at least 32 characters');
  expect(await findSecretWarnings(server.database, appSecret)).toEqual([
    expect.stringMatching(/^APP_SECRET is not the one with which the Stripe keys of 1 of 2 companies were encrypted/),
  ]);
});

test('the operator is told at the start how many users’ authenticators another APP_SECRET has encrypted', async () => {
  const { by } = await createGym(server);
  await turnOnSecondFactor(server, by.admin);
  await begunSecondFactor(server, by.manager);
  expect((await findSecretWarnings(server.database, appSecret)).join()).not.toContain('authenticators');
  expect(await findSecretWarnings(server.database, 'another secret of at least 32 characters')).toContainEqual(
    expect.stringMatching(/^APP_SECRET is not the one with which the authenticators of 1 of 1 users were encrypted/),
  );
});

const now = new Date('2026-06-01T12:00:00Z');
await createGym(server, { timezone: 'America/Denver' });
await createGym(server, { timezone: 'Asia/Kathmandu' });

test('the operator is told at the start where the database and Node have two clocks, and from when', async () => {
  const inNode = (zone: string, at: number) =>
    wallClock(zone, at) + (zone === 'America/Denver' && at > Date.parse('2026-11-01T08:00:00Z') ? 3_600_000 : 0);
  const warnings = await findTimeZoneWarnings(server.database, now, inNode);
  expect(warnings).toEqual([
    expect.stringMatching(/^America\/Denver has another clock in PostgreSQL than in Node on 2026-11-02\. Update/),
  ]);
});

test('nothing is said where both agree through the year', async () => {
  expect(await findTimeZoneWarnings(server.database, now)).toEqual([]);
});
