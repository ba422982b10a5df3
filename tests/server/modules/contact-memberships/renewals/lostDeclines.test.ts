import { beforeEach, describe, expect, test } from 'vitest';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import type { Database } from '#server/platform/database/database.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
let membership: Awaited<ReturnType<MembersGym['bought']>>;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const links = linksAt(server, () => gym);
const owedInvoice = async () => (await membership.invoices())[1]?.id ?? '';
const notReached = '1 renewals failed and are due again';
const askedBanks = () => stripe.calls.filter((call) => /payment_intents\/\w+\/confirm$/.test(call)).length;

/** Due today with this card, and there is a link to its invoice. */
async function due(card: string) {
  membership = await gym.bought('2026-10-01', { card });
  gym.setClock('2026-10-31');
  stripe.fail(/POST .*payment_intents$/, 500, 1_000);
  await expect(gym.renew()).rejects.toThrow(notReached);
  stripe.heal();
  return { token: await links.linkOf(await owedInvoice()), before: askedBanks() };
}

/** The bank's refusal does not arrive. */
const loseDecline = () => stripe.fail(/^GET .*payment_intents\/\w+$/, 500, 1);

describe.each([
  ['pm_card_chargeCustomerFail', true, '2026-11-01'],
  ['pm_card_laterStolen', false, null],
])('a decline of %s whose answer was lost counts, and no bank is asked again before its day,', (card, goesOn, next) => {
  async function expectDecline(before: number) {
    expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
    expect(askedBanks() - before).toBe(1);
    const id = await owedInvoice();
    expect((await (await server.as(gym.users.operator)).get(`/invoices/${id}`)).body).toMatchObject({
      invoice: { status: 'overdue' },
      nextTryOn: next,
    });
    expect((await gym.books.payments(id))[0]).toMatchObject({
      status: 'failed',
      failure_message: 'Your card was declined.',
    });
    expect((await membership.row()).autoRenew).toBe(goesOn);
    const told = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select('actor_name').where('action', '=', 'invoice.payment-failed').execute(),
    );
    expect(told).toEqual([{ actor_name: expect.stringMatching(/^(Renewals|Stripe)$/) }]);
  }

  test.each<[string, (token: string) => Promise<unknown>, number]>([
    ['by the next run', async () => expect(await gym.renew()).toEqual({ charged: 0, declined: 1 }), 11],
    ['by the sweep', () => sweepPayments(server.context), 31],
    [
      'when staff take another card',
      async () => {
        const body = { method: 'card', card: 'new', amount: 53.99 };
        const desk = await server.as(gym.users.operator);
        expect((await desk.post(`/invoices/${await owedInvoice()}/payments`, { body })).status).toBe(201);
      },
      1,
    ],
    ['when somebody pays with a link', async (token) => expect((await links.payBy(token)).status).toBe(200), 1],
  ])('found %s', async (_who, find, minutes) => {
    const { token, before } = await due(card);
    loseDecline();
    await expect(gym.renew()).rejects.toThrow(notReached);
    expect((await membership.invoices()).map(({ status }) => status)).toEqual(['paid', 'open']);
    server.advance({ minutes });
    await find(token);
    await expectDecline(before);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ['run', () => expect(gym.renew()).rejects.toThrow(notReached), 11],
    ['sweep', () => expect(sweepPayments(server.context)).rejects.toThrow('1 payments could not be reconciled'), 31],
  ])('also when the %s that finds it loses the answer to its cancellation', async (_who, find, minutes) => {
    const { before } = await due(card);
    loseDecline();
    await expect(gym.renew()).rejects.toThrow(notReached);
    server.advance({ minutes });
    stripe.fail(/cancel$/, 'cut', 3);
    await find();
    stripe.heal();
    server.advance({ minutes: 11 });
    await gym.renew();
    await expectDecline(before);
  });

  test('also when Stripe reports the cancellation before it is booked', async () => {
    const { before } = await due(card);
    loseDecline();
    await expect(gym.renew()).rejects.toThrow(notReached);
    server.advance({ minutes: 11 });
    let hasReported = false;
    const database: Database = {
      ...server.database,
      async scoped(companies, work) {
        const canceled = gym.account.events.find(({ type }) => type === 'payment_intent.canceled');
        if (canceled && !hasReported) {
          hasReported = true;
          await gym.deliver(canceled);
        }
        return server.database.scoped(companies, work);
      },
    };
    await renewMemberships({ ...server.context, database });
    expect(hasReported).toBe(true);
    await expectDecline(before);
  });
});

test('who opens the payment link while the saved card is being charged pays with a payment of their own', async () => {
  const { token } = await due('pm_card_laterStolen');
  const hold = stripe.hold(/confirm$/);
  const run = gym.renew();
  await hold.reached;
  const ofSavedCard = [...gym.account.intents.keys()].at(-1);
  const { status, body } = await links.payBy(token);
  expect(status).toBe(200);
  expect(body.paymentIntent.id).not.toBe(ofSavedCard);
  hold.release();
  await expect(run).rejects.toThrow(notReached);
  expect(() => links.enterCard(body.paymentIntent.id, 'pm_card_chargeDeclined')).toThrow('declined');
  await gym.deliverAll();
  expect((await membership.row()).autoRenew).toBe(true);
});
