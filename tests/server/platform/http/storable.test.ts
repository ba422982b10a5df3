import { expect, test } from 'vitest';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const at = `locationId=${gym.locationId}`;

test('a text that the database cannot store is refused by the name of its field, whatever its schema says', async () => {
  const changed = await gym.by.admin.put('/account', { body: { firstName: 'Half \ud83d' } });
  expect(changed).toMatchObject({
    status: 400,
    body: { message: 'Must not contain half a character', errors: { firstName: 'Must not contain half a character' } },
  });
  const plans = [{ plan: 'Gold', number: '4000', name: 'a\udc00' }];
  const nested = await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { accounting: { plans } } });
  expect(nested.status).toBe(400);
  const listed = await gym.by.admin.get(`/ledger?${at}&name=${encodeURIComponent('a\0b')}`);
  expect(listed).toMatchObject({ status: 400, body: { errors: { name: 'Must not contain NUL bytes' } } });
  expect((await gym.by.admin.put('/account', { body: { firstName: 'Whole 🏋' } })).status).toBe(200);
});

test.each([
  ['0000-01-01T00:00:00Z', 'Must not be before 1900'],
  ['2200-01-01T00:00:00Z', 'Must be before 2200'],
  ['2026-01-01T00:00:00+15:00', 'Must be at most 14 hours from UTC'],
  ['2026-01-01T00:00:00-23:59', 'Must be at most 14 hours from UTC'],
])('the moment %s is refused: %s', async (moment, message) => {
  const since = encodeURIComponent(moment);
  const ledger = await gym.by.admin.get(`/ledger?${at}&since=${since}`);
  expect(ledger).toMatchObject({ status: 400, body: { errors: { since: message } } });
  expect((await gym.by.admin.get(`/ledger/csv?${at}&before=${since}`)).status).toBe(400);
  expect((await gym.by.admin.get(`/contacts?${at}&updatedSince=${since}`)).status).toBe(400);
  const changed = await gym.by.admin.put(`/companies/${gym.companyId}`, { body: { name: 'Gym', updatedAt: moment } });
  expect(changed).toMatchObject({ status: 400, body: { errors: { updatedAt: message } } });
});

test('a moment of the first and the last time zone is taken', async () => {
  for (const moment of ['2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-12:00'])
    expect((await gym.by.admin.get(`/ledger?${at}&since=${encodeURIComponent(moment)}`)).status).toBe(200);
});
