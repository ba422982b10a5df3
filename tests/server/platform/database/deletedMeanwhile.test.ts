import { beforeAll, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import type { Reply } from '#tests/support/server.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeAll(async () => {
  gym = await createPayingGym(server, stripe);
});

/** Deletes a row, and commits only once the call waits for it. */
async function whileDeleting(
  table: 'contacts' | 'memberships' | 'sales_items' | 'agreements',
  id: string,
  call: () => Promise<Reply>,
): Promise<Reply> {
  let response: Promise<Reply> | undefined;
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx.deleteFrom(table).where('id', '=', id).execute();
    response = call();
    await waitForBlockedQuery(tx);
  });
  return response ?? Promise.reject(new Error('Nothing was called'));
}

const deletedMeanwhile = {
  status: 409,
  body: { message: 'Something that this refers to was deleted in the meantime. Please reload the page.' },
};

const one = (salesItemId: string) => [{ salesItemId, quantity: 1 }];
const newItem = () => gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5 });

test('a check-in that races the contact’s deletion is 409', async () => {
  const contactId = await gym.make.contact();
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  const response = await whileDeleting('contacts', contactId, () => gym.by.operator.post('/checkins', { body }));
  expect(response).toMatchObject(deletedMeanwhile);
});

test('a sale that races the contact’s deletion is 404, and takes no stock', async () => {
  const contactId = await gym.make.contact();
  const item = await newItem();
  const body = { contactId, locationId: gym.locationId, items: one(item), paymentMethod: 'cash' };
  const sale = await whileDeleting('contacts', contactId, () =>
    gym.by.point_of_sale.post('/sales-items/purchase', { body, headers: { 'idempotency-key': contactId } }),
  );
  expect(sale).toMatchObject({ status: 404, body: { message: 'Contact not found' } });
  expect(await gym.books.stock(item)).toBe(5);
});

test('a purchase that races its plan’s deletion is 409, its contact’s 404', async () => {
  const buy = (membershipId: string, contactId: string) =>
    gym.by.operator.post('/memberships/purchase', {
      body: { contactId, membershipId, startDate: todayIn(gym.timezone, server.clock.now) },
    });
  const planId = await gym.make.plan();
  expect(await whileDeleting('memberships', planId, () => buy(planId, gym.contactId))).toMatchObject(deletedMeanwhile);
  const contactId = await gym.make.contact();
  const other = await gym.make.plan();
  expect((await whileDeleting('contacts', contactId, () => buy(other, contactId))).status).toBe(404);
});

test('an addition to a plan that races its deletion is 409', async () => {
  const planId = await gym.make.plan();
  const item = await newItem();
  const add = () => gym.by.admin.post(`/memberships/${planId}/sales-items`, { body: { salesItemId: item } });
  expect(await whileDeleting('sales_items', item, add)).toMatchObject(deletedMeanwhile);
});

test('of 20 check-ins that race 20 deletions none is 5xx', async () => {
  const contacts = await Promise.all(Array.from({ length: 20 }, () => gym.make.contact()));
  const replies = await Promise.all(
    contacts.flatMap((contactId) => [
      gym.by.operator.post('/checkins', { body: { contactId, locationId: gym.locationId, doorId: 'Front Desk' } }),
      gym.by.operator.delete(`/contacts/${contactId}`),
    ]),
  );
  expect(replies.filter(({ status }) => ![200, 403, 404, 409].includes(status))).toEqual([]);
});
