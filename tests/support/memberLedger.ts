import { periodEnd } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, daysBetween, startOfDay } from '#domain/shared/dates.ts';
import { builders } from './builders.ts';
import type { Gym } from './gym.ts';
import { invoiceBuilders } from './invoices.ts';
import { numbers } from './ledger.ts';
import { freeze, setPeriods } from './reports.ts';
import type { TestServer } from './server.ts';

/** A payment for some paid days of a membership, counted from its first one without frozen days. */
interface PaidDays {
  /** Served after this many days, of which this paid for the last `days`. */
  readonly through: number;
  readonly days: number;
  readonly net: number;
  readonly total: number;
  readonly at: Date;
  readonly moves: readonly { readonly cents: number; readonly at: Date }[];
}

/** A membership with its whole history. */
export interface LedgerMembership {
  readonly zone: string;
  readonly person: string;
  readonly frequency: 'monthly' | 'annually' | 'one_time';
  readonly price: number;
  readonly start: string;
  readonly end: string;
  readonly grantedAt: Date;
  readonly cancelsOn: string | null;
  readonly canceledAt: Date | null;
  readonly renews: boolean;
  readonly freezes: readonly { readonly from: string; readonly until: string | null; readonly longest: string }[];
  readonly paid: readonly PaidDays[];
}

type Random = ReturnType<typeof numbers>;
type Place = { readonly id: string; readonly zone: string };

/** Writes this many memberships with renewals, freezes, cancellations, refunds and changes of plan, and returns them as they were created. */
export async function randomMembers(
  server: TestServer,
  gym: Gym,
  places: readonly Place[],
  { count, seed, today }: { count: number; seed: number; today: string },
): Promise<LedgerMembership[]> {
  const random = numbers(seed);
  const made: LedgerMembership[] = [];
  const people: { id: string; place: Place }[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = random.pick(places);
    const make = builders(server, { companyId: gym.companyId, locationId: place.id });
    const person = people.length > 0 && random.chance(0.3) ? random.pick(people) : { id: await make.contact(), place };
    people.push(person);
    const randomMembership = drawMembership(random, person.place.zone, person.id, today);
    await write(server, gym, person.place, randomMembership);
    made.push(randomMembership.membership);
  }
  return made;
}

interface RandomMembership {
  readonly membership: LedgerMembership;
  readonly periods: number;
  /** Whether the last payment was the price difference of a change of plan. */
  readonly changesPlan: boolean;
}

function drawMembership({ int, chance, pick }: Random, zone: string, person: string, today: string): RandomMembership {
  const frequency = pick(['monthly', 'monthly', 'monthly', 'annually', 'one_time'] as const);
  const start = addDays('2026-07-15', int(0, 180));
  const price = pick([2_999, 4_999, 36_000, int(1, 50_000)]);
  const periods = frequency === 'one_time' ? 1 : int(1, frequency === 'annually' ? 2 : 5);
  const oneTimeDays = int(1, 90);
  // How many days are paid by the end of each period.
  const through = (period: number) =>
    period === 0
      ? 0
      : frequency === 'one_time'
        ? oneTimeDays
        : daysBetween(start, periodEnd({ billingFrequency: frequency, startDate: start }, period)) + 1;
  const freezes: { from: string; until: string | null; longest: string }[] = [];
  let frozen = 0;
  for (let from = addDays(start, int(0, 60)); freezes.length < 2 && chance(0.35); from = addDays(from, int(30, 60))) {
    if (daysBetween(start, from) >= through(periods) + frozen) break;
    const isOpen = from <= today && daysBetween(from, today) < 25 && chance(0.7);
    const until = addDays(from, int(2, 24));
    freezes.push(isOpen ? { from, until: null, longest: addDays(from, 29) } : { from, until, longest: until });
    if (isOpen) break;
    frozen += daysBetween(from, until) + 1;
  }
  const end = addDays(start, through(periods) - 1 + frozen);
  const isCanceled = chance(0.25);
  const at = (day: string) =>
    new Date(startOfDay(zone, day).getTime() + pick([0, 1, 3_600_000, int(0, 22) * 3_600_000, 82_799_000]));
  const realDay = (paidDays: number) => dayAfter(start, paidDays, freezes);
  const pay = (first: number, last: number, day: string): PaidDays => {
    const net = first === 0 && chance(0.1) ? 0 : price;
    const total = net + pick([0, Math.round(net * 0.0825)]);
    const paidAt = at(day);
    const moves = total === 0 ? [] : [{ cents: total, at: paidAt }];
    if (total > 0 && chance(0.2))
      moves.push({ cents: -pick([total, int(1, total)]), at: new Date(paidAt.getTime() + int(0, 20) * 86_400_000) });
    return { through: last, days: last - first, net, total, at: paidAt, moves };
  };
  const paid = Array.from({ length: periods }, (_, index) =>
    pay(through(index), through(index + 1), addDays(realDay(through(index)), index === 0 ? -int(0, 3) : -1)),
  );
  const changeDay = realDay(through(periods - 1) + int(0, 20));
  const before = daysBetween(start, changeDay) - frozenWithin(freezes, start, addDays(changeDay, -1));
  const changesPlan = frequency === 'monthly' && !isCanceled && before < through(periods) && chance(0.3);
  if (changesPlan) paid.push(pay(before, through(periods), changeDay));
  const cancelsOn = isCanceled ? addDays(start, int(0, daysBetween(start, end))) : null;
  const membership = {
    zone,
    person,
    frequency,
    price,
    start,
    end,
    grantedAt: paid[0]?.at ?? at(start),
    cancelsOn,
    canceledAt: cancelsOn === null ? null : at(addDays(cancelsOn, -int(0, 10))),
    renews: cancelsOn === null && frequency !== 'one_time' && chance(0.6),
    freezes,
    paid,
  };
  return { membership, periods, changesPlan };
}

/** An open freeze moves an end when it ends. */
const billedPeriods = ({ start, freezes, paid }: LedgerMembership, count: number) =>
  paid.slice(0, count).map(({ through, days }, index) => ({
    period: index + 1,
    lastDay: dayAfter(
      start,
      through - 1,
      freezes.filter(({ until }) => until !== null),
    ),
    days,
  }));

/** The date on which the paid day with this number is served. */
function dayAfter(start: string, number: number, freezes: LedgerMembership['freezes']): string {
  let day = start;
  for (let served = 0; ; day = addDays(day, 1)) {
    if (isFrozen(freezes, day)) continue;
    if (served === number) return day;
    served += 1;
  }
}

export const isFrozen = (freezes: LedgerMembership['freezes'], day: string) =>
  freezes.some(({ from, until, longest }) => from <= day && day <= (until ?? longest));

const frozenWithin = (freezes: LedgerMembership['freezes'], from: string, to: string) =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index)).filter((day) =>
    isFrozen(freezes, day),
  ).length;

async function write(
  server: TestServer,
  gym: Gym,
  place: Place,
  { membership: m, periods, changesPlan }: RandomMembership,
): Promise<void> {
  const home = { companyId: gym.companyId, locationId: place.id };
  const [make, bill] = [builders(server, home), invoiceBuilders(server, home)];
  const plan = await make.plan();
  const invoices: string[] = [];
  for (const [index, { net, total, at, moves }] of m.paid.entries()) {
    const line = { type: 'membership' as const, name: 'Unlimited', item_id: plan, price_cents: net, total_cents: net };
    const invoice = await bill.invoice(
      m.person,
      {
        kind: index === 0 ? 'purchase' : index < periods ? 'renewal' : 'plan_change',
        subtotal_cents: net,
        tax_cents: total - net,
        total_cents: total,
        paid_cents: total,
        created_at: at,
        updated_at: at,
      },
      [line],
    );
    for (const move of moves) {
      await bill.payment(invoice, {
        method: 'card',
        status: move.cents < 0 ? 'refunded' : 'completed',
        amount_cents: Math.abs(move.cents),
        created_at: move.at,
        updated_at: move.at,
      });
    }
    invoices.push(invoice);
  }
  const id = await make.contactMembership(m.person, {
    membership_id: plan,
    location_id: place.id,
    invoice_id: invoices[0] ?? null,
    billing_frequency: m.frequency,
    purchase_price_cents: m.price,
    start_date: m.start,
    end_date: m.end,
    access_duration_days: m.frequency === 'one_time' ? (m.paid[0]?.days ?? null) : null,
    periods_paid: periods,
    granted_at: m.grantedAt,
    auto_renew: m.renews,
    cancels_on: m.cancelsOn,
    cancel_reason: m.cancelsOn === null ? null : 'price',
    canceled_at: m.canceledAt,
  });
  for (const { from, until, longest } of m.freezes) await freeze(server, gym, id, from, until, longest);
  await setPeriods(server, gym, id, billedPeriods(m, periods));
  await server.database.scoped([gym.companyId], async (tx) => {
    for (let period = 2; period <= periods; period += 1) {
      const at = m.paid[period - 1]?.at ?? new Date();
      const renewal = {
        contact_membership_id: id,
        period,
        company_id: gym.companyId,
        invoice_id: invoices[period - 1] ?? null,
        status: 'paid' as const,
        next_attempt_on: null,
        created_at: at,
        updated_at: at,
      };
      await tx.insertInto('renewals').values(renewal).execute();
    }
    if (!changesPlan) return;
    const change = {
      invoice_id: invoices.at(-1) ?? '',
      company_id: gym.companyId,
      contact_membership_id: id,
      membership_id: plan,
      name: 'Unlimited',
      type: 'no_contract' as const,
      contract_length_months: null,
    };
    const at = m.paid.at(-1)?.at ?? new Date();
    await tx
      .insertInto('plan_changes')
      .values({
        ...change,
        price_cents: m.price,
        location_id: null,
        contract_end_date: null,
        created_at: at,
        applied_at: at,
      })
      .execute();
  });
}
