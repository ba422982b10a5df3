import { expect, onTestFinished } from 'vitest';
import { reconcileDisputes } from '#server/modules/invoices/applyDispute.ts';
import { sweepPayments } from '#server/modules/invoices/openPayments.ts';
import { reconcileRefunds } from '#server/modules/invoices/stripeRefund.ts';
import { seeded } from '#demo/random.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { createTill, refundedSum } from '#tests/support/sales.ts';
import { stripeTime } from '#tests/support/stripe/shapes.ts';

const hourMs = 3_600_000;
const getDay = (day: number): string => new Date(firstDay + day * 24 * hourMs).toISOString().slice(0, 10);
const firstDay = new Date('2026-03-01T12:00:00Z').getTime();

interface Trial {
  readonly server: TestServer;
  readonly stripe: StripeDouble;
  readonly days: number;
  readonly seed: string;
}

/**
 * Days of a gym whose webhooks are dropped, duplicated and reordered, while people also refund and dispute at Stripe. Each day
 * is reconciled, and all of them together: no cent is unmatched, and each planted difference is found and named.
 */
export async function reconciledBooks({ server, stripe, days, seed }: Trial): Promise<void> {
  stripeTime.now = () => server.clock.now.getTime();
  onTestFinished(() => void (stripeTime.now = () => Date.now()));
  const random = seeded(seed);
  const upTo = (limit: number) => random.int(0, limit - 1);
  server.clock.now = new Date(firstDay);
  let gym = await createPayingGym(server, stripe, { timezone: 'America/Denver' });
  const { account } = gym;
  const { context, reconciled } = reconcilingAt(server, () => gym);
  const item = await gym.make.salesItem({ price_cents: 1_731 });
  const paid: { invoiceId: string; intentId: string }[] = [];
  const planted: { kind: string; amount: number; stripeId: string }[] = [];
  const disputed = new Map<string, number>();
  let delivered = 0;

  for (let day = 0; day < days; day += 1) {
    await signIn();
    for (let hour = 0; hour < 12; hour += 3) {
      server.clock.now = new Date(firstDay + (day * 24 + hour) * hourMs + upTo(hourMs));
      await something();
      await deliverEvents();
    }
    await settle();
    if (random.chance(0.5)) account.balance.payOut();
    server.clock.now = new Date(firstDay + (day * 24 + 23) * hourMs);
  }

  /** A session lasts twelve hours. */
  async function signIn(): Promise<void> {
    const by = { ...gym.by };
    for (const level of ['admin', 'manager', 'point_of_sale'] as const) by[level] = await server.as(gym.users[level]);
    gym = { ...gym, by, till: createTill(by.point_of_sale, gym.locationId, gym.contactId) };
  }

  async function something(): Promise<void> {
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 1 + upTo(3) }]);
    account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    paid.push({ invoiceId: body.invoice.id, intentId: body.paymentIntent.id });
    const { invoiceId, intentId } = paid[upTo(paid.length)]!;
    const left = getLeft(intentId);
    const what = upTo(8);
    if (what === 0 && left > 200) account.refund(intentId, 100 + upTo(left - 100));
    else if (what === 1 && left > 200)
      await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
        body: { amount: 1, destination: 'card', reason: 'A mistake' },
      });
    else if (what === 2) failOne();
    else if (
      what === 3 &&
      !disputed.has(intentId) &&
      account.charges.get(String(account.intentOf(intentId).latest_charge))?.amount_refunded === 0
    )
      dispute(intentId);
    else if (what === 4) foreignSale();
  }

  function getLeft(intentId: string): number {
    const charge = account.charges.get(String(account.intentOf(intentId).latest_charge));
    return charge && !disputed.has(intentId) ? charge.amount - charge.amount_refunded : 0;
  }

  function failOne(): void {
    const sent = [...account.refunds.values()].filter(({ status }) => status === 'succeeded');
    if (sent.length > 0) account.failRefund(sent[upTo(sent.length)]!.id);
  }

  function dispute(intentId: string): void {
    const { id, amount } = account.dispute(intentId);
    disputed.set(intentId, amount);
    const end = upTo(3);
    if (end > 0) account.balance.closeDispute(id, end === 1 ? 'won' : 'lost');
    if (end !== 1) planted.push({ kind: 'dispute', amount: amount / 100, stripeId: id });
  }

  function foreignSale(): void {
    const { id, amount } = account.createIntent({ amount: 500 + upTo(500), currency: 'usd' });
    const { latest_charge: stripeId } = account.confirmIntent(id, { payment_method: 'pm_card_visa' });
    planted.push({ kind: 'only_at_stripe', amount: -amount / 100, stripeId: String(stripeId) });
  }

  /** Drops some of Stripe's events, duplicates some, and shuffles all. */
  async function deliverEvents(): Promise<void> {
    const unsent = account.events.slice(delivered);
    delivered = account.events.length;
    const arriving = unsent
      .filter(() => random.chance(0.6))
      .flatMap((event) => (random.chance(0.3) ? [event, { ...event, id: `${event.id}_again` }] : [event]));
    for (const event of arriving.toSorted(() => (random.chance(0.5) ? 1 : -1))) await gym.deliver(event);
  }

  /** Everything the jobs do within a quarter of an hour. */
  async function settle(): Promise<void> {
    await sweepPayments(context);
    await reconcileRefunds(context);
    await reconcileDisputes(context);
  }

  await signIn();
  const nights: { kind: string; stripeId?: string }[] = [];
  for (let day = 0; day < days; day += 1) {
    const night = await reconciled({ from: getDay(day), to: getDay(day) });
    expect(night.status).toBe('completed');
    nights.push(...night.differences);
  }
  const whole = await reconciled({ from: getDay(0), to: getDay(days - 1) });
  const named = ({ kind, amount, stripeId }: { kind: string; amount?: number; stripeId?: string }) =>
    `${kind} ${amount} ${stripeId}`;
  expect(planted.length).toBeGreaterThan(days / 10);
  expect(whole.differences.map(named).toSorted()).toEqual(planted.map(named).toSorted());
  expect([...new Set(nights.map(named))].toSorted()).toEqual(planted.map(named).toSorted());

  // Stripe's balance, less what was planted, equals the sum of Spotter's own rows.
  const atStripe = account.balance.transactions
    .filter(({ type }) => type !== 'payout')
    .reduce((sum, { amount }) => sum + amount, 0);
  const rows = (await Promise.all(paid.map(({ invoiceId }) => gym.books.payments(invoiceId)))).flat();
  const completed = rows.filter(({ status }) => status === 'completed');
  const here = completed.reduce((sum, { amount_cents }) => sum + amount_cents, 0) - refundedSum(rows);
  const differences = planted.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(here - atStripe).toBe(differences);
  const fees = account.balance.transactions.reduce((sum, { fee }) => sum + fee, 0);
  expect(whole.fees).toBe(fees / 100);
}
