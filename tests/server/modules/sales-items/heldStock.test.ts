import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const stocked = (inventory_quantity: number) =>
  gym.make.salesItem({ is_physical_item: true, inventory_quantity, price_cents: 1_000 });
const one = (salesItemId: string, quantity = 1) => [{ salesItemId, quantity }];
const sweep = () => sweepPayments(server.context);
const later = (minutes: number) => server.advance({ minutes });

describe('an item that becomes digital while a card sale holds it', () => {
  const makePhysical = (id: string, isPhysicalItem: boolean) =>
    gym.by.manager.put(`/sales-items/${id}`, { body: { isPhysicalItem } });

  test('has all of its stock once the sale is given up and the item is physical again', async () => {
    const item = await stocked(10);
    await gym.till.card(one(item, 4), 'held');
    await makePhysical(item, false);
    const key = { headers: { 'idempotency-key': 'held' } };
    await gym.by.point_of_sale.post('/sales-items/purchase/cancel', { body: { locationId: gym.locationId }, ...key });
    await makePhysical(item, true);
    expect(await gym.books.stock(item)).toBe(10);
  });

  test('has what was not sold when a released sale is paid after all', async () => {
    const item = await stocked(10);
    const { body } = await gym.till.card(one(item, 4));
    later(30);
    await sweep();
    await makePhysical(item, false);
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    await gym.deliver(gym.account.events.at(-1) ?? {});
    await makePhysical(item, true);
    expect(await gym.books.stock(item)).toBe(6);
  });

  test('has all of its stock when the item is archived first', async () => {
    const item = await stocked(10);
    await gym.till.card(one(item, 4));
    await gym.by.manager.delete(`/sales-items/${item}`);
    later(30);
    await sweep();
    expect(await gym.books.stock(item)).toBe(10);
  });
});
