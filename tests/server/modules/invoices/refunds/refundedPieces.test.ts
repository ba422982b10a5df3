import { beforeEach, expect, test } from 'vitest';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { refund, ledger } = refundingAt(() => gym);

/** Ten straws for three cents together, and a drink of $10.80 with its tax. */
const sale = async (how: object) => {
  const straw = await gym.make.salesItem({
    name: 'Straw',
    price_cents: 1,
    is_physical_item: true,
    inventory_quantity: 10,
  });
  const drink = await gym.make.salesItem({ price_cents: 1_000 });
  const items = [
    { salesItemId: straw, quantity: 10, discount: { amount: 0.07, reason: 'Opened' } },
    { salesItemId: drink, quantity: 1 },
  ];
  const { body } = await gym.by.manager.post('/sales-items/purchase', {
    body: { contactId: gym.contactId, locationId: gym.locationId, items, ...how },
  });
  if (body.paymentIntent) gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  const { body: page } = await gym.by.manager.get(`/invoices/${body.invoice.id}`);
  const position = page.invoice.metadata.lineItems.findIndex(({ name }: { name: string }) => name === 'Straw');
  return { id: String(body.invoice.id), total: Number(body.invoice.total), position, straw };
};

test.each([
  ['in cash', 'cash', { paymentMethod: 'cash' }],
  ['to the card', 'card', { stripePayment: true }],
])(
  'a line that costs less than a cent a piece is refunded piece by piece %s: the last piece has the rest',
  async (_case, destination, how) => {
    const { id, position, straw } = await sale(how);
    const amounts: number[] = [];
    for (let piece = 0; piece < 10; piece += 1) {
      const { status, body } = await refund(id, {
        destination,
        reason: 'Unused',
        lines: [{ position, quantity: 1 }],
        restock: [position],
      });
      expect(status).toBe(201);
      amounts.push(Math.round(body.refund.amount * 100));
    }
    expect([amounts.reduce((sum, cents) => sum + cents, 0), amounts.at(-1)]).toEqual([3, 1]);
    expect(await ledger(id)).toMatchObject({ status: 'paid', refunded: 3, rows: 3 });
    expect(await gym.books.stock(straw)).toBe(10);
    const { body } = await refund(id, { destination, reason: 'Unused' });
    expect(body.invoice).toMatchObject({ status: 'refunded', refunded: body.invoice.paid });
  },
);
