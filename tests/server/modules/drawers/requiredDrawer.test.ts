import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrawerGymAt, type DrawerGym, tenInTheEvening, tenInTheMorning } from '#tests/support/drawers.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createDrawerGymAt(server, tenInTheMorning);
});

describe('if cash requires an open drawer', () => {
  beforeEach(async () => void (await gym.require()));

  test('the till, a plan by cash, a cash payment and a cash refund are refused without one, and nothing is written', async () => {
    const needed = { status: 409, body: { message: 'Open the drawer first' } };
    const key = randomUUID();
    expect(await gym.sell(1, key)).toMatchObject(needed);
    const membershipId = await gym.make.plan();
    const plan = {
      contactId: gym.contactId,
      membershipId,
      startDate: '2026-05-04',
      autoRenew: false,
      paymentMethod: 'cash',
    };
    expect(await gym.by.operator.post('/memberships/purchase', { body: plan })).toMatchObject(needed);
    expect(await gym.books.invoices()).toEqual([]);
    const owed = await gym.invoices.invoice(gym.contactId, { status: 'open', due_cents: 324 });
    expect(await gym.by.operator.post(`/invoices/${owed}/payments`, { body: { method: 'cash' } })).toMatchObject(
      needed,
    );
    const paid = await gym.invoices.invoice(gym.contactId);
    expect(
      await gym.by.manager.post(`/invoices/${paid}/refunds`, { body: { destination: 'cash', reason: 'A mistake' } }),
    ).toMatchObject(needed);
    expect(await gym.books.payments()).toEqual([]);
    await gym.opened();
    expect((await gym.sell(1, key)).status).toBe(201);
  });

  test('a cash refund is refused without one, and nothing is given back', async () => {
    const paid = await gym.invoices.invoice(gym.contactId);
    await gym.invoices.payment(paid);
    const refund = { amount: 1, destination: 'cash', reason: 'Torn' };
    expect(await gym.by.manager.post(`/invoices/${paid}/refunds`, { body: refund })).toMatchObject({
      status: 409,
      body: { message: 'Open the drawer first' },
    });
    expect(await gym.books.invoice(paid)).toMatchObject({ status: 'paid', refunded_cents: 0 });
  });

  test('at an archived location, whose drawer nobody can open, the refusal of a payment and of a refund says what to do instead', async () => {
    const paid = await gym.invoices.invoice(gym.contactId, { location_id: gym.otherLocationId });
    await gym.invoices.payment(paid);
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    const owed = await gym.invoices.invoice(gym.contactId, {
      location_id: gym.otherLocationId,
      status: 'open',
      due_cents: 324,
    });
    const refusal = {
      status: 409,
      body: {
        message: expect.stringMatching(/archived and has no drawer.*without cash.*‘Require an Open Drawer for Cash’/),
      },
    };
    expect(await gym.by.admin.post(`/invoices/${owed}/payments`, { body: { method: 'cash' } })).toMatchObject(refusal);
    expect(
      await gym.by.admin.post(`/invoices/${paid}/refunds`, { body: { destination: 'cash', reason: 'Torn' } }),
    ).toMatchObject(refusal);
    expect(
      (await gym.by.admin.post(`/invoices/${owed}/payments`, { body: { method: 'other', otherMethod: 'Check' } }))
        .status,
    ).toBe(201);
  });

  test('another method requires none', async () => {
    const body = {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: gym.itemId, quantity: 1 }],
      paymentMethod: 'other',
      otherMethod: 'Check',
    };
    expect((await gym.by.point_of_sale.post('/sales-items/purchase', { body })).status).toBe(201);
  });

  test('a drawer whose day is over still takes cash', async () => {
    gym = await createDrawerGymAt(server, tenInTheEvening);
    await gym.require();
    const id = await gym.opened(0);
    server.advance({ hours: 3 });
    expect((await gym.sell()).status).toBe(201);
    expect(await gym.cashOf(id)).toHaveLength(1);
  });
});
