import { expect } from 'vitest';
import { addDays, addMonths, startOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import { isLeftToStaff, isUnbilled } from '#domain/contact-memberships/billingPeriods.ts';
import { membershipStatus, termOn } from '#domain/contact-memberships/membershipStatus.ts';
import {
  selectGrantedMemberships,
  toTerm,
  type GrantedMembership,
} from '#server/modules/contact-memberships/grantedMembership.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { RenewalsFailed, renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createPayingGym, type PayingGym } from '#tests/support/payingGym.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';

const absences = [1, 7, 8, 31, 92];
const firstDay = '2027-01-01';
const graceDays = 3;

/** A repeatable sequence of numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Some months of a gym with this many monthly memberships: the server is off for 1, 7, 8, 31 and, within a year, 92 days, Stripe is
 * away for hours and days at each phase of a renewal, and runs are cut off. Each period is billed exactly once or left to staff, the door lets
 * everybody in through the grace period, and every refusal has words.
 */
export async function unbilledYear(
  server: TestServer,
  stripe: StripeDouble,
  { members, months, seed }: { members: number; months: number; seed: number },
): Promise<void> {
  const lastDay = addMonths(firstDay, months);
  const random = createRandom(seed);
  const gym = await createPayingGym(server, stripe, { timezone: 'America/Denver' });
  const { context } = server;
  const at = (day: CalendarDate, hour: number) =>
    void (server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + hour * 3_600_000));
  const wrong: string[] = [];
  const work = async () => {
    const stopping = new AbortController();
    if (random() < 0.2) setTimeout(() => stopping.abort(), random() * 50);
    await sweepPayments(context).catch(() => undefined);
    await renewMemberships(context, stopping.signal).catch((error: unknown) =>
      error instanceof RenewalsFailed ? undefined : wrong.push(String(error)),
    );
    if (random() < 0.2) await leaveClaims(server, gym);
  };
  at(firstDay, 12);
  await sell(gym, members, random);
  const absent = absences
    .filter((days) => days <= 8 * months)
    .map((days) => ({ days, from: addDays(firstDay, Math.floor(random() * 22 * months)) }));
  for (let day = firstDay; day < lastDay; day = addDays(day, 1)) {
    if (absent.some(({ days, from }) => from <= day && day < addDays(from, days))) continue;
    at(day, 1);
    wrong.push(...(await shutOut(server, gym, day)));
    const isAway = random() < 0.3;
    for (const hour of [7, 20]) {
      at(day, hour);
      stripe.heal();
      if (isAway)
        stripe.fail(
          phases[Math.floor(random() * phases.length)] ?? /confirm/,
          random() < 0.5 ? 500 : 'cut',
          1 + Math.floor(random() * 60),
        );
      await work();
    }
    wrong.push(...(await shutOut(server, gym, day)), ...(await settleAttention(server, gym, day, random)));
  }
  stripe.heal();
  at(lastDay, 12);
  await sweepPayments(context);
  await renewMemberships(context);
  const invoices = await gym.books.invoices();
  for (const membership of await all(server, gym)) wrong.push(...judge(gym, membership, invoices, lastDay));
  expect(wrong).toEqual([]);
  expect(invoices.length).toBeGreaterThan((5 * members * months) / 12);
}

/** At each call to Stripe of a renewal: creating the intent, confirming it, reading and canceling it. */
const phases = [/POST \S*payment_intents$/, /confirm/, /GET \S*payment_intents/, /cancel/];

const all = (server: TestServer, gym: PayingGym): Promise<GrantedMembership[]> =>
  server.database.scoped([gym.companyId], (tx) =>
    selectGrantedMemberships(tx).where('m.company_id', '=', gym.companyId).execute(),
  );

/** Members with a saved card, whose plans begin on days of the month before. */
async function sell(gym: PayingGym, count: number, random: () => number): Promise<void> {
  const membership_id = await gym.make.plan();
  for (let index = 0; index < count; index += 1) {
    const contact_id = await gym.make.contact();
    const customer = gym.account.customerWithCard('pm_card_visa');
    const [payment_method_id] = gym.account.cardsOf(customer);
    const start_date = addDays('2026-12-02', Math.floor(random() * 30));
    await gym.make.contactMembership(contact_id, {
      membership_id,
      start_date,
      end_date: addDays(addMonths(start_date, 1), -1),
      auto_renew: true,
      renews_by: 'card',
    });
    await gym.make.stripeCustomer(contact_id, customer, { payment_method_id: payment_method_id ?? null });
  }
}

/** What a process leaves that is killed before it charges: its claims. */
const leaveClaims = (server: TestServer, gym: PayingGym) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('renewals').set({ claimed_at: server.clock.now }).where('status', '=', 'pending').execute(),
  );

/** Members whom the door refuses within the grace period. */
async function shutOut(server: TestServer, gym: PayingGym, day: CalendarDate): Promise<string[]> {
  const held = (await all(server, gym)).filter(
    ({ end_date, auto_renew }) => auto_renew && end_date !== null && addDays(end_date, graceDays) >= day,
  );
  return held.flatMap((membership) => {
    const status = membershipStatus(
      { ...termOn({ ...toTerm(membership), accessEnabled: membership.access_enabled }, day) },
      server.clock.now,
      gym.timezone,
    );
    return status === 'active' ? [] : [`${day}: ${membership.id} is ${status}, paid through ${membership.end_date}`];
  });
}

/** Staff bill or end what is left to them. What is too late must be under attention, and nothing else. */
async function settleAttention(
  server: TestServer,
  gym: PayingGym,
  day: CalendarDate,
  random: () => number,
): Promise<string[]> {
  const left = (await all(server, gym)).filter(
    (membership) => isUnbilled(toTerm(membership), day) && isLeftToStaff(toTerm(membership), day),
  );
  if (left.length === 0) return [];
  const wrong: string[] = [];
  const staff = await server.as(gym.users.operator);
  const { items, total } = (await staff.get(`/attention?locationId=${gym.locationId}`)).body;
  if (total !== left.length || items.some(({ kind }: { kind: string }) => kind !== 'unbilled'))
    wrong.push(`${day}: ${left.length} are left to staff, ${total} are under attention`);
  for (const { id, contact_id } of left) {
    const { status, body } = await staff.post(
      `/contacts/${contact_id}/memberships/${id}/${random() < 0.8 ? 'bill-now' : 'let-end'}`,
    );
    if (typeof body.message !== 'string' || (status !== 200 && status !== 503))
      wrong.push(`${day}: ${status} ${JSON.stringify(body)}`);
  }
  return wrong;
}

/** Each paid period has one invoice and one charge, in the rhythm of the first start; what is not billed is left to staff or has ended. */
function judge(
  gym: PayingGym,
  membership: GrantedMembership,
  written: Awaited<ReturnType<PayingGym['books']['invoices']>>,
  lastDay: CalendarDate,
): string[] {
  const { id, contact_id, start_date, end_date, periods_paid, auto_renew } = membership;
  const invoices = written.filter((invoice) => invoice.contact_id === contact_id);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const charged = [...gym.account.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && invoices.some((invoice) => invoice.id === metadata.invoiceId),
  );
  const term = toTerm(membership);
  const isSettled = !auto_renew || (end_date ?? '') >= lastDay || isLeftToStaff(term, lastDay);
  const faults = [
    charged.length !== paid.length && `${charged.length} charges for ${paid.length} paid invoices`,
    paid.length > periods_paid - 1 && `${paid.length} paid invoices for ${periods_paid - 1} periods`,
    end_date !== addDays(addMonths(start_date, periods_paid), -1) &&
      `${periods_paid} periods from ${start_date} end on ${end_date}`,
    !isSettled && `paid through ${end_date} and neither billed nor left to staff`,
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${id}: ${fault}`);
}
