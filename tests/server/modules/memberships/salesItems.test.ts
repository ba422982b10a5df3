import { describe, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server, { salesTaxRate: 0.0881 });
const make = builders(server, gym);

const add = (planId: string, body: object) => gym.by.admin.post(`/memberships/${planId}/sales-items`, { body });
const readCharges = async (planId: string) =>
  (await gym.by.operator.get(`/memberships/${planId}/sales-items`)).body.membershipSalesItems;

describe('the additional charges of a plan', () => {
  test('are listed by displayOrder with their sales item', async () => {
    const planId = await make.plan();
    await add(planId, { salesItemId: await make.salesItem({ name: 'Later' }), isRequired: false, displayOrder: 2 });
    const { status, body } = await add(planId, {
      salesItemId: await make.salesItem({ name: 'Sooner', price_cents: 1_050 }),
      displayOrder: 1,
    });
    expect(status).toBe(201);
    expect(body.membershipSalesItem).toMatchObject({
      membershipId: planId,
      isRequired: true,
      displayOrder: 1,
      salesItem: { name: 'Sooner', price: 10.5 },
    });
    expect(await readCharges(planId)).toMatchObject([
      { displayOrder: 1, isRequired: true, salesItem: { name: 'Sooner' } },
      { displayOrder: 2, isRequired: false, salesItem: { name: 'Later' } },
    ]);
  });

  test('contain an item once: the second time is 409, even concurrently', async () => {
    const [planId, salesItemId] = [await make.plan(), await make.salesItem({ name: 'Towel' })];
    const replies = await Promise.all([1, 2, 3].map(() => add(planId, { salesItemId })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'Towel is already an additional charge of this membership',
    );
    expect(await readCharges(planId)).toHaveLength(1);
  });

  test('are changed and removed one by one', async () => {
    const planId = await make.plan();
    const { body } = await add(planId, { salesItemId: await make.salesItem() });
    const path = `/membership-sales-items/${body.membershipSalesItem.id}`;
    const changed = await gym.by.operator.put(path, { body: { isRequired: false } });
    expect(changed.body.membershipSalesItem).toMatchObject({ isRequired: false, displayOrder: 0 });
    expect((await gym.by.operator.put(path, { body: {} })).status).toBe(200);
    expect(await gym.by.operator.delete(path)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await readCharges(planId)).toEqual([]);
    expect((await gym.by.operator.delete(path)).status).toBe(404);
  });

  test('a charge of a plan bound to a location without access is 404', async () => {
    const planId = await make.plan({ location_id: gym.otherLocationId });
    const { body } = await add(planId, { salesItemId: await make.salesItem() });
    expect((await gym.by.operator.delete(`/membership-sales-items/${body.membershipSalesItem.id}`)).status).toBe(404);
  });
});

describe('GET /memberships/:id/preview/:contactId', () => {
  const fee = (name: string, amount: string, change: object = {}) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('location_fees')
        .values({
          id: uuid(),
          company_id: gym.companyId,
          location_id: gym.locationId,
          name,
          type: 'fixed',
          amount,
          ...change,
        })
        .execute(),
    );

  test('lists the plan, its required sales items and the active fees of the sale’s location, with tax', async () => {
    const planId = await make.plan({ price_cents: 4_999, description: 'All day' });
    await add(planId, { salesItemId: await make.salesItem({ name: 'Key fob', price_cents: 1_250 }) });
    await add(planId, { salesItemId: await make.salesItem({ name: 'Towel' }), isRequired: false });
    await fee('Joining', '25.00', { description: 'Once' });
    await fee('Service', '2.50', { type: 'percentage' });
    await fee('Old', '9.00', { is_active: false });
    const { status, body } = await gym.by.operator.get(`/memberships/${planId}/preview/${await make.contact()}`);
    expect(status).toBe(200);
    // 49.99 + 12.50 + 25.00 + 1.25 (2.5 % of 49.99, half up) = 88.74; 8.81 % of it is 7.817994.
    expect(body.preview).toEqual({
      lineItems: [
        { name: 'Monthly Unlimited', description: 'All day', type: 'membership', total: 49.99 },
        { name: 'Key fob', description: null, type: 'sales_item', total: 12.5 },
        { name: 'Joining', description: 'Once', type: 'location_fee', total: 25 },
        { name: 'Service', description: null, type: 'location_fee', total: 1.25 },
      ],
      subtotal: 88.74,
      tax: 7.82,
      total: 96.56,
    });
  });

  test('the sale’s location is the plan’s, else the contact’s home', async () => {
    await fee('North only', '1.00');
    const bound = await make.plan({ location_id: gym.otherLocationId });
    const wide = await make.plan();
    const [north, south] = [await make.contact(), await make.contact({ home_location_id: gym.otherLocationId })];
    const fees = async (planId: string, contactId: string) => {
      const { body } = await gym.by.admin.get(`/memberships/${planId}/preview/${contactId}`);
      return body.preview.lineItems.filter(({ type }: { type: string }) => type === 'location_fee').length;
    };
    expect(await fees(bound, north)).toBe(0);
    expect(await fees(wide, south)).toBe(0);
    expect(await fees(wide, north)).toBeGreaterThan(0);
  });
});
