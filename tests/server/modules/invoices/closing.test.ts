import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { at, owed, pay, close, state } = collectingAt(server, () => gym);

describe('void and write off', () => {
  test('voiding brings the stock back and keeps the number and the reason', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 1_000 });
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 2 }]);
    const id: string = body.invoice.id;
    expect(await close(id, 'void', 'Wrong item')).toMatchObject({
      status: 200,
      body: { invoice: { id, status: 'void', due: 0, paid: 0, writtenOff: 0, closedReason: 'Wrong item' } },
    });
    await gym.deliverAll();
    expect([await state(id), await gym.books.stock(item), gym.account.intentOf(body.paymentIntent.id).status]).toEqual([
      ['void', 0, 0, 0],
      5,
      'canceled',
    ]);
    expect((await close(id, 'void')).status).toBe(409);
  });

  test('a written-off invoice stays a sale: its stock does not come back', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 1_000 });
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 2 }]);
    expect((await close(body.invoice.id, 'write-off')).status).toBe(200);
    await gym.deliverAll();
    expect([await gym.books.stock(item), gym.account.intentOf(body.paymentIntent.id).status]).toEqual([3, 'canceled']);
  });

  test('a partly paid invoice cannot be voided, but its rest can be written off', async () => {
    const id = await owed();
    await pay(id, { method: 'cash', amount: 50 });
    expect(await close(id, 'void')).toMatchObject({
      status: 409,
      body: { message: 'Part of this invoice is paid. Write off the rest instead.' },
    });
    expect((await close(id, 'write-off', 'Moved away')).body.invoice).toMatchObject({
      status: 'void',
      paid: 50,
      due: 0,
      writtenOff: 58,
      closedReason: 'Moved away',
    });
    expect((await pay(id, { method: 'cash' })).status).toBe(409);
    expect(await state(id)).toEqual(['void', 5_000, 0, 5_800]);
  });

  test('a payment that Stripe reports after a write-off is booked, and reduces the loss', async () => {
    const id = await owed();
    const { body } = await pay(id, { method: 'card', card: 'new', amount: 50 });
    expect((await close(id, 'write-off')).body.invoice).toMatchObject({ status: 'void', paid: 0, writtenOff: 108 });
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    for (let delivery = 0; delivery < 2; delivery += 1) await gym.deliverAll();
    expect(await state(id)).toEqual(['void', 5_000, 0, 5_800]);
  });

  test('a database constraint keeps paid, due and written off equal to the total', async () => {
    const id = await owed();
    const set = (change: object) =>
      server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('invoices').set(change).where('id', '=', id).execute(),
      );
    await expect(set({ paid_cents: 1 })).rejects.toThrow(/check/);
    await expect(set({ status: 'void', due_cents: 0, written_off_cents: 10_799 })).rejects.toThrow(
      /invoices_written_off/,
    );
    await expect(set({ status: 'open', written_off_cents: 10_800 })).rejects.toThrow(/invoices_written_off/);
  });

  test.each(['void', 'write-off'] as const)('%s needs a reason and a manager', async (action) => {
    const id = await owed();
    expect((await gym.by.manager.post(at(id, action), { body: { reason: '  ' } })).status).toBe(400);
    expect((await gym.by.manager.post(at(id, action), { body: {} })).status).toBe(400);
    expect((await gym.by.operator.post(at(id, action), { body: { reason: 'A mistake' } })).status).toBe(403);
  });

  test('of a concurrent payment and void one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await owed();
      const [paid, voided] = await Promise.all([pay(id, { method: 'cash' }), close(id, 'void')]);
      expect([paid.status, voided.status].toSorted()).toEqual([paid.status === 201 ? 201 : 200, 409]);
      expect(await state(id)).toEqual(paid.status === 201 ? ['paid', 10_800, 0, 0] : ['void', 0, 0, 0]);
    }
  });
});

describe('the invoice of a renewal', () => {
  const renewal = async () => {
    const today = todayIn(gym.timezone, server.clock.now);
    const bought = await gym.make.contactMembership(gym.contactId, {
      start_date: addDays(today, -29),
      end_date: today,
      auto_renew: true,
    });
    const id = await owed({ kind: 'renewal', status: 'overdue' });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('renewals')
        .values({
          contact_membership_id: bought,
          period: 2,
          company_id: gym.companyId,
          invoice_id: id,
          status: 'declined',
          attempts: 1,
          next_attempt_on: addDays(today, 1),
        })
        .execute(),
    );
    return { id, today, membership: async () => (await gym.books.memberships(gym.contactId))[0] };
  };

  test('extends the end once, when it is paid in full', async () => {
    const { id, today, membership } = await renewal();
    await pay(id, { method: 'cash', amount: 100 });
    expect(await membership()).toMatchObject({ end_date: today, periods_paid: 1 });
    await Promise.all([pay(id, { method: 'cash', amount: 8 }), pay(id, { method: 'cash', amount: 8 })]);
    const paid = await membership();
    expect(paid?.periods_paid).toBe(2);
    expect(paid?.end_date && paid.end_date > addDays(today, 27) && paid.end_date < addDays(today, 32)).toBe(true);
  });

  test('the renewal job and a desk charge the card once between them', async () => {
    const { body } = await gym.till.card([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    const { id, today, membership } = await renewal();
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('renewals')
        .set({ next_attempt_on: addDays(today, -1) })
        .where('invoice_id', '=', id)
        .execute(),
    );
    stripe.slow(100);
    const desk = gym.by.operator.post(at(id, 'retry'));
    await expect.poll(() => gym.books.payments(id)).toHaveLength(1);
    await Promise.all([desk, renewMemberships(server.context)]);
    stripe.slow(0);
    await gym.deliverAll();
    const charges = [...gym.account.charges.values()].filter(({ amount }) => amount === 10_800);
    expect([charges.length, await state(id), (await membership())?.periods_paid]).toEqual([
      1,
      ['paid', 10_800, 0, 0],
      2,
    ]);
  });

  test.each(['void', 'write-off'] as const)('after %s is not billed again automatically', async (action) => {
    const { id, today, membership } = await renewal();
    expect((await close(id, action)).status).toBe(200);
    expect(await membership()).toMatchObject({ end_date: today, periods_paid: 1, auto_renew: false });
  });
});
