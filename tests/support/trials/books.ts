import { expect, onTestFinished } from 'vitest';
import { reconcileDisputes } from '#server/modules/invoices/cards/applyDispute.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { seeded } from '#demo/random.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import { toCents } from '#tests/support/calendarMoves.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { createTill, refundedSum } from '#tests/support/sales.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { dayNumber, dayText } from './modelCalendar.ts';
import { instantAt } from './moments.ts';
import { stripeTime } from '#tests/support/stripe/shapes.ts';

const hourMs = 3_600_000;

interface Trial {
  readonly server: TestServer;
  readonly stripe: StripeDouble;
  readonly days: number;
  readonly seed: string;
  /** Of the first location, by whose days is reconciled, and of the second. */
  readonly zones?: readonly [string, string];
  readonly from?: CalendarDate;
  /** When something happens each day, and how much later at most. */
  readonly times?: readonly string[];
  readonly spreadMs?: number;
  /** How much later than that Stripe reports it at most. */
  readonly lateMs?: number;
}

/**
 * Days of a gym whose webhooks are dropped, duplicated and reordered, while people also refund and dispute at Stripe. Each day
 * is reconciled, and all of them together: no cent is unmatched, and each planted difference is found and named.
 */
export async function reconciledBooks({
  server,
  stripe,
  days,
  seed,
  zones = ['America/Denver', 'America/Denver'],
  from = '2026-03-01',
  times = ['05:00:00.000', '08:00:00.000', '11:00:00.000', '14:00:00.000'],
  spreadMs = hourMs,
  lateMs = 0,
}: Trial): Promise<void> {
  const firstDay = dayNumber(from);
  stripeTime.now = () => server.clock.now.getTime();
  onTestFinished(() => void (stripeTime.now = () => Date.now()));
  const random = seeded(seed);
  const upTo = (limit: number) => random.int(0, limit - 1);
  server.clock.now = instantAt(zones[0], firstDay, '00:00:00.000');
  let gym = await createPayingGym(server, stripe, { timezone: zones[0] });
  const { account, companyId } = gym;
  await server.database.scoped([companyId], (tx) =>
    tx.updateTable('locations').set({ timezone: zones[1] }).where('id', '=', gym.otherLocationId).execute(),
  );
  const { context, reconciled } = reconcilingAt(server, () => gym);
  const locations = [gym.locationId, gym.otherLocationId];
  const items = await Promise.all(locations.map((id) => gym.make.salesItem({ location_id: id, price_cents: 1_731 })));
  const paid: { invoiceId: string; intentId: string }[] = [];
  const planted: { kind: string; amount: number; stripeId: string }[] = [];
  const disputed = new Map<string, number>();
  let delivered = 0;

  const advance = (ms: number) => void (server.clock.now = new Date(server.clock.now.getTime() + ms));

  for (let day = firstDay; day < firstDay + days; day += 1) {
    for (const time of times) {
      server.clock.now = instantAt(zones[0], day, time);
      advance(upTo(spreadMs));
      await signIn();
      await something();
      advance(upTo(lateMs + 1));
      await deliverEvents();
    }
    await settle();
    if (random.chance(0.5)) account.balance.payOut();
  }
  server.clock.now = instantAt(zones[0], firstDay + days + 1, '12:00:00.000');

  /** A session lasts twelve hours. */
  async function signIn(): Promise<void> {
    const by = { ...gym.by };
    for (const level of ['admin', 'manager', 'point_of_sale'] as const) by[level] = await server.as(gym.users[level]);
    gym = { ...gym, by };
  }

  async function something(): Promise<void> {
    const place = upTo(2);
    const till = createTill(gym.by.admin, locations[place]!, gym.contactId);
    const { body } = await till.card([{ salesItemId: items[place]!, quantity: 1 + upTo(3) }]);
    account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    paid.push({ invoiceId: body.invoice.id, intentId: body.paymentIntent.id });
    const { invoiceId, intentId } = paid[upTo(paid.length)]!;
    const left = getLeft(intentId);
    const what = upTo(8);
    if (what === 0 && left > 200) account.refund(intentId, 100 + upTo(left - 100));
    else if (what === 1 && left > 200)
      await gym.by.admin.post(`/invoices/${invoiceId}/refunds`, {
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
  const getDay = (day: number) => dayText(firstDay + day);
  const nights: { fees: number; payouts: number; differences: { kind: string; stripeId?: string }[] }[] = [];
  for (let day = 0; day <= days; day += 1) {
    const night = await reconciled({ from: getDay(day), to: getDay(day) });
    expect(night.status).toBe('completed');
    nights.push(night);
  }
  const whole = await reconciled({ from: getDay(0), to: getDay(days) });
  const named = ({ kind, amount, stripeId }: { kind: string; amount?: number; stripeId?: string }) =>
    `${kind} ${amount} ${stripeId}`;
  expect(planted.length).toBeGreaterThan(days / 10);
  expect(whole.differences.map(named).toSorted()).toEqual(planted.map(named).toSorted());
  expect([...new Set(nights.flatMap(({ differences }) => differences.map(named)))].toSorted()).toEqual(
    planted.map(named).toSorted(),
  );

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
  const paidOut = account.balance.transactions.reduce(
    (sum, { type, amount }) => (type === 'payout' ? sum - amount : sum),
    0,
  );
  expect(whole.payouts).toBe(paidOut / 100);
  const inNights = (figure: 'fees' | 'payouts') => nights.reduce((sum, night) => sum + toCents(night[figure]), 0);
  expect([inNights('fees'), inNights('payouts')]).toEqual([fees, paidOut]);
  await expectInFile(here);

  /** The accountant’s file has it too, on the days of the two locations. */
  async function expectInFile(cents: number): Promise<void> {
    const query = `companyId=${companyId}&from=${getDay(-2)}&to=${getDay(days + 2)}`;
    const lines = String((await gym.by.admin.get(`/accounting/export?${query}`)).body)
      .trim()
      .split('\r\n')
      .slice(1);
    const booked = lines
      .map((line) => line.split(','))
      .filter(([, , entry, number]) => number === '1020' && ['Payments', 'Refunds'].includes(String(entry)))
      .reduce((sum, [, , , , , debit, credit]) => sum + toCents(Number(debit) - Number(credit)), 0);
    expect(booked).toBe(cents);
  }
}
