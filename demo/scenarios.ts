import { addDays, addMonths, type CalendarDate } from '#domain/shared/dates.ts';
import { boughtTerm, renewedEnd } from '#domain/contact-memberships/billingPeriods.ts';
import type { Plan } from './catalog.ts';
import type { Place } from './companies.ts';
import type { Random } from './random.ts';
import { atLatest, momentOn } from './time.ts';

/** The scenario of a contact. Each but the first four leads to a different result at check-in. */
export type ScenarioName =
  | 'steady'
  | 'contract'
  | 'annual'
  | 'pass'
  | 'expired'
  | 'declined'
  | 'suspended'
  | 'pending'
  | 'elsewhere'
  | 'none';

/** A plan that a contact bought, with the periods paid since. */
export interface Holding {
  plan: Plan;
  place: Place;
  boughtAt: Date;
  start: CalendarDate;
  /** The last day of each paid period, in order. */
  ends: CalendarDate[];
  contractEnd: CalendarDate | null;
  autoRenew: boolean;
  suspendedAt: Date | null;
  /** Whether the renewal after the last paid period was declined. */
  declined: boolean;
}

interface Context {
  home: Place;
  others: readonly Place[];
  /** Plans on sale to this home, or once on sale. */
  plans: readonly Plan[];
  random: Random;
  now: Date;
  newcomer: boolean;
}

type ScenarioBuilder = (context: Context) => Holding[];

const onSale = ({ spec }: Plan) => spec.state === undefined;
const openEnded = ({ terms }: Plan) => terms.billingFrequency === 'monthly' && terms.type === 'no_contract';
const monthly = (plan: Plan) => openEnded(plan) && onSale(plan);
const former = (plan: Plan) => openEnded(plan) && !onSale(plan);
const contract = (plan: Plan) =>
  plan.terms.billingFrequency === 'monthly' && plan.terms.type === 'contract' && onSale(plan);
const annual = (plan: Plan) => plan.terms.billingFrequency === 'annually' && onSale(plan);
const pass = (plan: Plan) =>
  plan.terms.billingFrequency === 'one_time' && plan.spec.visits === undefined && onSale(plan);

/** More people joined recently than long ago. */
const daysAgo = ({ random, newcomer }: Context, most: number) =>
  1 + Math.floor((newcomer ? 4 : most) * random.next() ** 1.6);

export const scenarios: Readonly<Record<ScenarioName, ScenarioBuilder>> = {
  steady: (context) => {
    const days = daysAgo(context, 560);
    const start = addDays(context.home.today, -days);
    if (days > 420 && context.plans.some(former)) return [running(context, former, start)];
    const taster = context.random.chance(0.25) ? [tried(context, start)] : [];
    return [...taster, running(context, monthly, start)];
  },
  contract: (context) => [running(context, contract, addDays(context.home.today, -daysAgo(context, 160)))],
  annual: (context) => [running(context, annual, addDays(context.home.today, -daysAgo(context, 350)))],
  pass: (context) => {
    const plan = pick(context, pass);
    return [
      paid(
        context,
        plan,
        addDays(context.home.today, -context.random.int(0, Math.min(60, (plan.terms.accessDurationDays ?? 1) - 1))),
        1,
      ),
    ];
  },
  expired: (context) => {
    if (context.random.chance(0.4)) return [tried(context, addDays(context.home.today, -context.random.int(1, 120)))];
    const periods = context.random.int(1, 8);
    const gone = context.random.int(4, 120);
    return [
      {
        ...paid(context, pick(context, monthly), addMonths(addDays(context.home.today, -gone), -periods), periods),
        autoRenew: false,
      },
    ];
  },
  declined: (context) => {
    const periods = context.random.int(2, 9);
    const start = addMonths(addDays(context.home.today, -context.random.int(0, 1)), -periods);
    return [{ ...paid(context, pick(context, monthly), start, periods), autoRenew: true, declined: true }];
  },
  suspended: (context) => {
    const holding = running(context, monthly, addDays(context.home.today, -context.random.int(60, 300)));
    return [
      {
        ...holding,
        suspendedAt: momentOn(context.home.zone, addDays(context.home.today, -context.random.int(6, 20)), 600),
      },
    ];
  },
  pending: (context) => {
    const plan = pick(context, (one) => monthly(one) || contract(one));
    const holding = paid(context, plan, addDays(context.home.today, context.random.int(3, 25)), 1);
    const bought = momentOn(
      context.home.zone,
      addDays(context.home.today, -context.random.int(0, 6)),
      context.random.int(480, 1140),
    );
    return [{ ...holding, autoRenew: true, boughtAt: atLatest(context.now, bought) }];
  },
  elsewhere: (context) => {
    const place = context.random.pick(context.others);
    return [
      running({ ...context, home: place }, monthly, addDays(place.today, -context.random.int(40, 300)), place.id),
    ];
  },
  none: () => [],
};

/** A plan of this kind, of the home location if there is one, else company-wide; with `only`, one of that location. */
function pick({ home, plans, random }: Context, kind: (plan: Plan) => boolean, only?: string): Plan {
  const fitting = plans.filter((plan) => kind(plan) && (plan.placeId === home.id || (!only && plan.placeId === null)));
  const local = fitting.filter((plan) => plan.placeId !== null);
  return random.pick(local.length > 0 && random.chance(0.6) ? local : fitting);
}

/** A plan that has been renewed up to now. */
function running(context: Context, kind: (plan: Plan) => boolean, start: CalendarDate, only?: string): Holding {
  const holding = paid(context, pick(context, kind, only), start, 1);
  const ends = [...holding.ends];
  for (;;) {
    const [endDate] = ends.slice(-1);
    if (endDate === undefined || endDate >= context.home.today) break;
    const next = renewal(holding, endDate);
    if (next === null) break;
    ends.push(next);
  }
  return { ...holding, ends, autoRenew: context.random.chance(0.85) };
}

/** A pass that ended before yesterday or on it. */
function tried(context: Context, before: CalendarDate): Holding {
  const plan = pick(context, pass);
  return paid(context, plan, addDays(before, -(plan.terms.accessDurationDays ?? 1) - context.random.int(1, 12)), 1);
}

/** A plan with this number of paid periods, bought on its first day or a little before. */
function paid({ home, random, now }: Context, plan: Plan, start: CalendarDate, periods: number): Holding {
  const { endDate, contractEndDate } = boughtTerm(plan.terms, start);
  const bought = momentOn(
    home.zone,
    addDays(start, -random.pick([0, 0, 0, 0, 0, 0, 1, 1, 3])),
    random.int(7 * 60, 20 * 60),
  );
  const holding: Holding = {
    plan,
    place: home,
    boughtAt: atLatest(now, bought),
    start,
    ends: endDate === null ? [] : [endDate],
    contractEnd: contractEndDate,
    autoRenew: false,
    suspendedAt: null,
    declined: false,
  };
  for (let period = 1; period < periods; period += 1) {
    const next = renewal(holding, holding.ends.at(-1) ?? start);
    if (next !== null) holding.ends.push(next);
  }
  return holding;
}

const renewal = ({ plan, start, contractEnd }: Holding, endDate: CalendarDate) =>
  renewedEnd({
    billingFrequency: plan.terms.billingFrequency,
    startDate: start,
    endDate,
    contractEndDate: contractEnd,
  });

/** The scenarios of a location's contacts: some of each, most of them active members. */
export function scenariosFor(others: number, count: number): ScenarioName[] {
  const shares: Record<ScenarioName, number> = {
    suspended: 0.03,
    pending: 0.03,
    declined: 0.03,
    elsewhere: others > 0 ? 0.025 : 0,
    pass: 0.06,
    annual: 0.08,
    expired: 0.12,
    none: 0.15,
    contract: 0.17,
    steady: 0,
  };
  const names = Object.keys(shares) as ScenarioName[];
  const some = names.flatMap((name) => Array.from({ length: Math.ceil(shares[name] * count) }, () => name));
  return [...some, ...Array.from({ length: count - some.length }, (): ScenarioName => 'steady')];
}
