import { expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

test('20,000 contacts that were just imported are listed as undoable and removed, each statement within its time', async () => {
  const gym = await createGym(server);
  await builders(server, gym).plan({ name: 'Unlimited' });
  const today = todayIn(gym.timezone, server.clock.now);
  const membership = { plan: 'Unlimited', startDate: addDays(today, -40), nextBillDate: addDays(today, 10) };
  const contacts = Array.from({ length: 20_000 }, (_, index) => ({
    firstName: 'Mo',
    lastName: `Vega ${index}`,
    email: `mo${index}@undone.test`,
    ...(index % 4 === 0 && { membership }),
    ...(index % 20 === 0 && { balance: 10 }),
  }));
  const body = { locationId: gym.locationId, contacts };
  expect((await gym.by.operator.post('/contacts/import', { body })).body.imported).toBe(20_000);
  const { imports } = (await gym.by.manager.get(`/contact-imports?locationId=${gym.locationId}`)).body;
  expect(imports).toMatchObject([{ imported: 20_000, unused: 20_000 }]);
  expect((await gym.by.manager.delete(`/contact-imports/${imports[0].id}`)).body.removed).toBe(20_000);
});
