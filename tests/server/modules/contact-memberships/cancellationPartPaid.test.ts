import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const periodEnd = { when: 'period_end', reason: 'moving' };

describe('a partial payment for a period that will not begin', () => {
  const partPaid = async (how: object) => {
    const held = await gym.bought('2026-11-01');
    await held.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    gym.setClock('2026-11-25');
    await gym.renew();
    const operator = await server.as(gym.users.operator);
    const invoiceId = (await held.invoices())[1]?.id ?? '';
    const { status, body } = await operator.post(`/invoices/${invoiceId}/payments`, { body: { ...how, amount: 20 } });
    expect(status).toBe(201);
    return { held, invoiceId, paymentIntent: body.paymentIntent };
  };

  test('of which the bank has taken back a part: only the rest is promised, and nothing once it took all', async () => {
    const { held, paymentIntent } = await partPaid({ method: 'card', card: 'new' });
    const { id: intent } = gym.account.confirmIntent(paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    const refundable = async () => (await held.call('get', 'cancellation')).body.preview.refundable;
    expect(await refundable()).toBe(20);
    gym.account.dispute(intent);
    const [opened] = gym.account.events.filter(({ type }) => type === 'charge.dispute.created');
    const told = (amount: number) =>
      gym.deliver({ ...opened, id: `evt_${amount}`, data: { object: { ...opened?.data.object, amount } } });
    await told(1_500);
    expect(await refundable()).toBe(5);
    await told(2_000);
    expect(await refundable()).toBe(0);
    expect((await held.call('post', 'cancellation', periodEnd)).body.message).toBe('Cancellation saved');
  });

  test('is no longer owed: the rest is written off, and the preview and the response say what can be refunded', async () => {
    const { held, invoiceId } = await partPaid({ method: 'cash' });
    expect((await held.call('get', 'cancellation')).body.preview).toMatchObject({
      lastDay: '2026-11-30',
      openInvoicesVoided: 1,
      refundable: 20,
    });
    const { body } = await held.call('post', 'cancellation', periodEnd);
    expect(body.message).toBe(
      'Cancellation saved. $20.00 was paid for a period that will not come. Refund it on its invoice.',
    );
    const manager = await server.as(gym.users.manager);
    expect((await manager.get(`/invoices/${invoiceId}`)).body.invoice).toMatchObject({
      status: 'void',
      paid: 20,
      due: 0,
      writtenOff: 33.99,
    });
    const { status, body: refunded } = await manager.post(`/invoices/${invoiceId}/refunds`, {
      body: { destination: 'cash', reason: 'Cancelled' },
    });
    expect([status, refunded.refund.amount]).toEqual([201, 20]);
    gym.setClock('2026-12-02');
    await gym.renew();
    expect(await held.invoices()).toHaveLength(2);
  });

  test('is not counted again once it is refunded, and undoing the cancellation bills the period again', async () => {
    const { held, invoiceId } = await partPaid({ method: 'cash' });
    const manager = await server.as(gym.users.manager);
    await manager.post(`/invoices/${invoiceId}/refunds`, { body: { destination: 'cash', reason: 'By mistake' } });
    expect((await held.call('get', 'cancellation')).body.preview.refundable).toBe(0);
    expect((await held.call('post', 'cancellation', periodEnd)).body.message).toBe('Cancellation saved');
    await held.call('delete', 'cancellation');
    await gym.renew();
    expect((await held.invoices()).map(({ status, due_cents }) => [status, due_cents])).toEqual([
      ['paid', 0],
      ['void', 0],
      ['open', 5_399],
    ]);
  });

  test('stays owed when the last day is after that period', async () => {
    const { held, invoiceId } = await partPaid({ method: 'cash' });
    await held.call('post', 'cancellation', { when: 'date', date: '2026-12-20', reason: 'moving' });
    expect((await held.invoices()).find(({ id }) => id === invoiceId)).toMatchObject({
      status: 'partially_paid',
      due_cents: 3_399,
    });
  });

  test('is not owed either when its refund ends the membership', async () => {
    const { held, invoiceId } = await partPaid({ method: 'cash' });
    const manager = await server.as(gym.users.manager);
    const refund = { destination: 'cash', reason: 'Moved away', membership: 'end_at_period' };
    const { body } = await manager.post(`/invoices/${invoiceId}/refunds`, { body: refund });
    expect(body.invoice).toMatchObject({ status: 'void', paid: 20, refunded: 20, due: 0 });
    expect((await held.row()).cancelsOn).toBe('2026-11-30');
  });
});
