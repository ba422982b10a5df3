import { addMinutes } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimMinutes } from '#server/modules/contact-memberships/renewals/dueRenewals.ts';
import { findRenewals, renewalsRepo } from '#server/modules/contact-memberships/renewals/renewalsRepo.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
let held: Awaited<ReturnType<MembersGym['bought']>>;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const links = linksAt(server, () => gym);
const charged = () => [...gym.account.charges.values()].filter(({ status }) => status === 'succeeded').length;

/** The invoice of a renewal, declined the day before, which is tried again now. */
async function oweRenewal() {
  held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  gym.setClock('2026-11-30');
  await gym.renew();
  gym.setClock('2026-12-01');
  const desk = await server.as(gym.users.operator);
  const { body } = await desk.post(`/invoices/${(await held.invoices())[1]?.id}/payment-link`);
  return links.tokenIn(body.url);
}
/** The invoice of a fee that was not charged yet. */
async function oweFee() {
  await gym.settings({ freezeFee: 10 });
  held = await gym.bought('2026-11-01');
  const freeze = { from: '2026-11-01', until: '2026-11-14', reason: 'Broken leg' };
  const { body } = await held.call('post', 'freezes', freeze);
  return links.linkOf(body.invoice.id);
}

describe.each([
  ['a renewal', oweRenewal],
  ['a freeze fee', oweFee],
])('while somebody pays %s with a link', (_what, owe) => {
  test('the saved card is not asked, and they can finish', async () => {
    const { body } = await links.payBy(await owe());
    const before = charged();
    await gym.renew();
    links.enterCard(body.paymentIntent.id);
    await gym.deliverAll();
    await gym.renew();
    expect((await held.invoices())[1]).toMatchObject({ status: 'paid', due_cents: 0 });
    expect(charged() - before).toBe(1);
  });

  test('and stops in the middle, the saved card is asked by the next run after half an hour', async () => {
    await links.payBy(await owe());
    const isAsked = async () => {
      const asked = stripe.calls.filter((call) => call.endsWith('/confirm')).length;
      await gym.renew();
      return stripe.calls.filter((call) => call.endsWith('/confirm')).length > asked;
    };
    expect(await isAsked()).toBe(false);
    server.advance({ minutes: 31 });
    await sweepPayments(server.context);
    expect(await isAsked()).toBe(true);
  });
});

test('a process whose claim has ended does not release that of another', async () => {
  await oweRenewal();
  const [, invoice] = await held.invoices();
  const first = server.clock.now;
  const second = addMinutes(first, claimMinutes + 1);
  const claimedAt = await server.database.scoped([gym.companyId], async (tx) => {
    const repo = renewalsRepo(tx);
    const attempt = { invoice_id: invoice?.id ?? '', attempts: 1 };
    expect([await repo.claimAttempt(attempt, first), await repo.claimAttempt(attempt, second)]).toEqual([true, true]);
    await repo.releaseAttempt(attempt.invoice_id, first);
    await repo.endAttempt(attempt.invoice_id, first, second);
    return (await findRenewals(tx, attempt.invoice_id)).map(({ claimed_at }) => claimed_at);
  });
  expect(claimedAt).toEqual([second]);
});
