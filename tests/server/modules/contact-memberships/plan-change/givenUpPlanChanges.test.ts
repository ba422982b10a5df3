import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { runReconciliations } from '#server/modules/reconciliations/run.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const history = async (invoiceId: string) => {
  const { body } = await (
    await server.as(gym.users.admin)
  ).get(`/activity?recordType=invoice&recordId=${invoiceId}&companyId=${gym.companyId}`);
  return body.entries.map(({ action }: { action: string }) => action);
};

describe('a change whose payment was given up, and that Stripe reports as paid after all', () => {
  /** For $21 from November 10 on; half an hour later nobody had paid it. */
  async function givenUp(plan: Parameters<MembersGym['make']['plan']>[0] = {}) {
    const membership = await gym.bought('2026-11-01');
    await membership.saveSlowCard();
    gym.setClock('2026-11-10');
    const membershipId = await gym.make.plan({ name: 'Gold', price_cents: 7_999, ...plan });
    await membership.call('post', 'plan-change', { membershipId, when: 'now' });
    const intent = [...gym.account.intents.values()].at(-1)!;
    expect(() => gym.account.settle(intent, 'declined')).toThrow('declined');
    server.advance({ minutes: 31 });
    await sweepPayments(server.context);
    const given = (await membership.invoices()).at(-1)!;
    expect(given.status).toBe('void');
    const paidAfterAll = async () => {
      intent.status = 'requires_payment_method';
      gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
      await gym.deliverAll();
      expect(await gym.books.invoice(given.id)).toMatchObject({ status: 'paid', due_cents: 0 });
    };
    const change = async (body: object) => {
      const { status } = await membership.call('post', 'plan-change', { method: 'cash', ...body });
      expect(status).toBe(200);
    };
    return { ...membership, given, paidAfterAll, change };
  }

  test('is made when nothing newer came', async () => {
    const membership = await givenUp();
    gym.setClock('2026-11-12');
    await membership.paidAfterAll();
    expect(await membership.row()).toMatchObject({ membershipName: 'Gold', purchasePrice: 79.99 });
    expect(await history(membership.given.id)).not.toContain('invoice.paid-for-nothing');
  });

  type GivenUp = Awaited<ReturnType<typeof givenUp>>;
  const newer: [string, (membership: GivenUp) => Promise<unknown>, object][] = [
    [
      'another change now, waived',
      async ({ change }) =>
        change({ membershipId: await gym.make.plan({ name: 'Silver' }), when: 'now', waiveDifference: true }),
      { membershipName: 'Silver' },
    ],
    [
      'another change now, paid',
      async ({ change }) =>
        change({ membershipId: await gym.make.plan({ name: 'Silver', price_cents: 5_999 }), when: 'now' }),
      { membershipName: 'Silver', purchasePrice: 59.99 },
    ],
    [
      'another change now, which the bank processes',
      async ({ saveSlowCard, change }) => {
        await saveSlowCard();
        await change({
          membershipId: await gym.make.plan({ name: 'Silver', price_cents: 5_999 }),
          when: 'now',
          method: 'card',
        });
      },
      { purchasePrice: 49.99 },
    ],
    [
      'a change at the next renewal',
      async ({ change }) => change({ membershipId: await gym.make.plan({ name: 'Silver' }) }),
      { plannedChange: { name: 'Silver' } },
    ],
    [
      'a change at the next renewal that has come',
      async ({ change, call }) => {
        await change({ membershipId: await gym.make.plan({ name: 'Silver' }) });
        await call('put', 'renewal', { autoRenew: true, by: 'manual' });
        gym.setClock('2026-11-25');
        await gym.renew();
        const unpaid = (await gym.books.invoices()).find(({ status }) => status === 'open')!;
        await (
          await server.as(gym.users.manager)
        ).post(`/invoices/${unpaid.id}/payments`, { body: { method: 'cash' } });
      },
      { membershipName: 'Silver', endDate: '2026-12-31' },
    ],
    [
      'a cancellation',
      ({ call }) => call('post', 'cancellation', { when: 'period_end', reason: 'price' }),
      { cancelsOn: '2026-11-30', contractEndDate: null },
    ],
    [
      'the end of the days that it was to charge for',
      async () => gym.setClock('2026-12-01'),
      { endDate: '2026-11-30' },
    ],
  ];
  test.each(newer)('changes nothing after %s: staff are told to refund it', async (_what, happen, expected) => {
    const membership = await givenUp({ type: 'contract', contract_length_months: 6 });
    await happen(membership);
    const before = await membership.row();
    await membership.paidAfterAll();
    expect(await membership.row()).toEqual(before);
    expect(before).toMatchObject(expected);
    expect(await history(membership.given.id)).toContain('invoice.paid-for-nothing');
  });

  test('which changes nothing needs attention until it is refunded, however long that takes', async () => {
    const membership = await givenUp();
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    await membership.paidAfterAll();
    const late = async () => {
      const operator = await server.as(gym.users.operator);
      const { body } = await operator.get(`/attention?locationId=${gym.locationId}`);
      return body.items.filter(({ kind }: { kind: string }) => kind === 'paid_for_nothing');
    };
    expect(await late()).toMatchObject([{ on: '2026-11-10', amount: 22.68, invoice: { id: membership.given.id } }]);
    const refund = async (amount: number) => {
      const manager = await server.as(gym.users.manager);
      const body = { amount, destination: 'card', reason: 'Paid for nothing' };
      return (await manager.post(`/invoices/${membership.given.id}/refunds`, { body })).status;
    };
    gym.setClock('2027-11-10');
    expect(await late()).toMatchObject([{ on: '2026-11-10', amount: 22.68 }]);
    expect(await refund(20)).toBe(201);
    expect(await late()).toMatchObject([{ amount: 2.68 }]);
    expect(await refund(2.68)).toBe(201);
    expect(await late()).toEqual([]);
  });

  test('is a difference in the reconciliation of its day until it is refunded', async () => {
    const membership = await givenUp();
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    await membership.paidAfterAll();
    const { context } = server;
    const found = async () => {
      const admin = await server.as(gym.users.admin);
      const day = { companyId: gym.companyId, from: '2026-11-10', to: '2026-11-10' };
      const { body } = await admin.post('/reconciliations', { body: day });
      await runReconciliations(context);
      const read = await admin.get(`/reconciliations/${body.reconciliation.id}`);
      return read.body.reconciliation.differences.filter(({ kind }: { kind: string }) => kind === 'invoice');
    };
    expect(await found()).toMatchObject([
      {
        amount: 22.68,
        invoiceId: membership.given.id,
        detail: 'Paid after it was given up, and no membership changed. Refund it',
      },
    ]);
    const manager = await server.as(gym.users.manager);
    const refund = { destination: 'card', reason: 'Paid too late', amount: 22.68 };
    expect((await manager.post(`/invoices/${membership.given.id}/refunds`, { body: refund })).status).toBe(201);
    expect(await found()).toEqual([]);
  });
});

test('money for a renewal that was voided, billed again and paid changes nothing, and staff are told', async () => {
  const membership = await gym.bought('2026-11-01');
  const manual = { autoRenew: true, by: 'manual' };
  await membership.call('put', 'renewal', manual);
  gym.setClock('2026-11-24');
  await gym.renew();
  const manager = await server.as(gym.users.manager);
  const [, first] = await membership.invoices();
  const { body } = await manager.post(`/invoices/${first?.id}/payments`, { body: { method: 'card', card: 'new' } });
  expect((await manager.post(`/invoices/${first?.id}/void`, { body: { reason: 'A mistake' } })).status).toBe(200);
  await membership.call('put', 'renewal', manual);
  await gym.renew();
  const [, , second] = await membership.invoices();
  await manager.post(`/invoices/${second?.id}/payments`, { body: { method: 'cash' } });
  const intent = gym.account.intentOf(body.paymentIntent.id);
  intent.status = 'requires_payment_method';
  gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  expect((await membership.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect((await membership.row()).endDate).toBe('2026-12-31');
  expect(await history(first!.id)).toContain('invoice.paid-for-nothing');
  expect(await history(second!.id)).not.toContain('invoice.paid-for-nothing');
});
