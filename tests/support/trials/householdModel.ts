import { ModelInvoice } from './invoiceModel.ts';
import { lastDayOfMonths } from './modelCalendar.ts';
import {
  beginOnPaidDays,
  daysMoved,
  endedByThemselves,
  freezeOn,
  mayBeFrozen,
  newFreeze,
  type ModelFreeze,
} from './modelFreezes.ts';

/**
 * A second model of households and of the renewals that their payers are billed for, written from the gym's rules and sharing
 * no code with them. It knows when something happened as a number of the trial's own.
 */
export interface HouseholdPlan {
  readonly planId: string;
  readonly planName: string;
  /** At which it is valid, by whose calendar it is billed. */
  readonly place: number;
  readonly months: number;
  readonly cents: number;
}

export interface ModelMember {
  readonly contactId: string;
  readonly name: string;
  /** Of the membership. */
  readonly id: string;
  readonly start: number;
  plan: HouseholdPlan;
  /** Follows with the next period that is paid. */
  planned: HouseholdPlan | null;
  /** Null without a saved card. */
  card: 'works' | 'declined' | null;
  paidMonths: number;
  renews: boolean;
  isManual: boolean;
  isEnded: boolean;
  /** The unpaid bill of the next period. */
  bill: ModelBill | null;
  readonly freezes: ModelFreeze[];
}

export interface ModelBill {
  readonly invoice: ModelInvoice;
  readonly payer: ModelMember;
  /** In the order of the lines. */
  readonly members: ModelMember[];
  readonly plans: HouseholdPlan[];
  /** When it was written. */
  readonly at: number;
  readonly isManual: boolean;
  /** A manual one is overdue after this day. */
  readonly dueOn: number;
  /** Of its card, with the day of the first that was declined and of the next one. */
  tries: number;
  firstFailed: number;
  next: number;
  readonly moves: { cents: number; at: number; how: 'card' | 'cash' | 'refund'; lines?: number[] }[];
  closedAt: number | null;
  /** The server's, once it is known. */
  id: string;
}

interface ModelHousehold {
  id: string;
  payer: ModelMember;
  readonly members: ModelMember[];
}

/** A moment, as its number and the day and time that it is at each place. */
export interface Moment {
  readonly at: number;
  readonly local: readonly { readonly day: number; readonly isBillingTime: boolean }[];
}

const nextPlan = ({ plan, planned }: Pick<ModelMember, 'plan' | 'planned'>): HouseholdPlan => planned ?? plan;

const daysBefore = 7;
const retries = [1, 3, 6, 13];

export const endOf = ({
  start,
  paidMonths,
  freezes,
}: Pick<ModelMember, 'start' | 'paidMonths'> & { readonly freezes: readonly ModelFreeze[] }): number =>
  lastDayOfMonths(start, paidMonths) + daysMoved(freezes, start);

export class HouseholdsModel {
  readonly households: ModelHousehold[] = [];
  readonly bills: ModelBill[] = [];

  constructor(readonly members: readonly ModelMember[]) {}

  householdOf = (member: ModelMember) => this.households.find(({ members }) => members.includes(member));
  payerOf = (member: ModelMember) => this.householdOf(member)?.payer ?? member;

  open(id: string, payer: ModelMember): void {
    this.households.push({ id, payer, members: [payer] });
  }

  join(household: ModelHousehold, member: ModelMember): void {
    household.members.push(member);
    this.billWithoutCard(member);
  }

  changePayer(household: ModelHousehold, payer: ModelMember): void {
    household.payer = payer;
    for (const member of household.members) this.billWithoutCard(member);
  }

  /** What is billed stays the payer's, but for the next period of one who ends before it. */
  remove(household: ModelHousehold, member: ModelMember, ends: boolean, now: Moment): void {
    if (ends && member.renews && !member.isEnded) {
      if (member.isManual && member.bill && endOf(member) >= now.local[member.plan.place]!.day)
        this.takeOff(member, member.bill, now);
      member.renews = false;
    }
    household.members.splice(household.members.indexOf(member), 1);
    this.billWithoutCard(member);
  }

  /** The others of the bill get a new one. */
  private takeOff(member: ModelMember, bill: ModelBill, now: Moment): void {
    const others = bill.members.filter((other) => other !== member);
    member.bill = null;
    this.billApart(bill, others.length > 0 ? [others] : [], now);
  }

  private billApart(old: ModelBill, groups: readonly (readonly ModelMember[])[], now: Moment): ModelBill[] {
    const { payer, isManual, dueOn, tries, firstFailed, next } = old;
    const isOverdue = old.invoice.status === 'overdue';
    old.invoice.status = 'void';
    old.closedAt = now.at;
    return groups.map((members) => {
      const bill = this.write(members, payer, isManual, now);
      if (isOverdue) bill.invoice.status = 'overdue';
      return Object.assign(bill, { dueOn, tries, firstFailed, next });
    });
  }

  /** False when the server must refuse it. What is billed by hand is billed anew, with the new plan. */
  changePlan(member: ModelMember, plan: HouseholdPlan, now: Moment): boolean {
    const isBilledByCard = member.bill !== null && !member.isManual;
    if (!member.renews || isBilledByCard || plan === member.plan) return false;
    if (member.bill) this.takeOff(member, member.bill, now);
    member.planned = plan;
    return true;
  }

  private isFrozen = (member: ModelMember, { local }: Moment) =>
    freezeOn(member.freezes, local[member.plan.place]!.day) !== undefined;

  /** Those that have reached their maximum length end by themselves. */
  settle({ local }: Moment): void {
    for (const { freezes, plan } of this.members) endedByThemselves(freezes, local[plan.place]!.day);
  }

  /** Undefined when the server must refuse it. */
  freeze(member: ModelMember, from: number, until: number | null, now: Moment): ModelFreeze | undefined {
    const end = endOf(member);
    const isOver = end < now.local[member.plan.place]!.day && !this.isFrozen(member, now);
    if (isOver || from < member.start || from > end || !mayBeFrozen(member.freezes, from, until)) return undefined;
    if (member.bill && !member.bill.isManual && from === end) this.takeOff(member, member.bill, now);
    const freeze = newFreeze(from, until);
    member.freezes.push(freeze);
    return freeze;
  }

  /** One that has begun may always end earlier, the others within the limits. */
  changeFreeze(member: ModelMember, freeze: ModelFreeze, until: number, { local }: Moment): boolean {
    const others = member.freezes.filter((other) => other !== freeze);
    const isEarlier = freeze.from <= local[member.plan.place]!.day && until <= (freeze.until ?? freeze.longest);
    if (!isEarlier && !mayBeFrozen(others, freeze.from, until)) return false;
    return this.withFreezes(member, [...others, { ...freeze, until }], local);
  }

  removeFreeze(member: ModelMember, freeze: ModelFreeze, { local }: Moment): boolean {
    const others = member.freezes.filter((other) => other !== freeze);
    return this.withFreezes(member, others, local);
  }

  /** Not if a planned one needs the days by which the end moves back. */
  private withFreezes(member: ModelMember, freezes: readonly ModelFreeze[], local: Moment['local']): boolean {
    const end = endOf({ ...member, freezes });
    if (end < endOf(member) && !beginOnPaidDays(freezes, end, local[member.plan.place]!.day)) return false;
    member.freezes.splice(0, Infinity, ...freezes);
    return true;
  }

  private billWithoutCard(member: ModelMember): void {
    const keepsCard = this.payerOf(member).card !== null || member.bill !== null;
    if (member.renews && !member.isEnded && !keepsCard) member.isManual = true;
  }

  pay(bill: ModelBill, how: 'card' | 'cash', { at }: Moment): void {
    bill.moves.push({ cents: bill.invoice.due(), at, how });
    bill.invoice.pay(how);
    for (const member of bill.members) {
      member.plan = nextPlan(member);
      member.planned = null;
      member.paidMonths += member.plan.months;
      member.bill = null;
      if (this.payerOf(member) !== bill.payer) this.billWithoutCard(member);
    }
  }

  refund(bill: ModelBill, pieces: ReadonlyMap<number, number>, endsNow: boolean, { at }: Moment): number | undefined {
    const outcome = bill.invoice.refund({ pieces, toCard: bill.invoice.isMostlyByCard(), restock: [] });
    if (!outcome) return undefined;
    bill.moves.push({ cents: outcome.cents, at, how: 'refund', lines: [...pieces.keys()] });
    if (endsNow) for (const position of pieces.keys()) bill.members[position]!.isEnded = true;
    return outcome.cents;
  }

  /**
   * One bill for those of a household who renew from one place at one place on one day, with one interval and in one way. What is due
   * on a day is billed and charged from six in the morning, by the clock of the place that they renew from.
   */
  pass(now: Moment): void {
    const dueDay = ({ plan }: ModelMember) => {
      const { day, isBillingTime } = now.local[plan.place]!;
      return isBillingTime ? day : day - 1;
    };
    for (const isManual of [false, true]) {
      const groups = new Map<string, ModelMember[]>();
      for (const member of this.members) {
        const from = endOf(member) - (isManual ? daysBefore : 0);
        if (member.isManual !== isManual || !member.renews || member.isEnded || member.bill || dueDay(member) < from)
          continue;
        if (this.isFrozen(member, now)) continue;
        const household = this.householdOf(member);
        const { place, months } = nextPlan(member);
        const key = household ? [household.id, member.plan.place, place, endOf(member), months].join(' ') : member.id;
        groups.set(key, [...(groups.get(key) ?? []), member]);
      }
      for (const members of groups.values()) this.write(members, this.payerOf(members[0]!), isManual, now);
    }
    for (const bill of this.bills) {
      const day = now.local[bill.members[0]!.plan.place]!.day;
      const isDue = (member: ModelMember) => endOf(member) < day && !this.isFrozen(member, now);
      const { invoice, members, isManual, dueOn } = bill;
      if (isManual && invoice.status === 'open' && dueOn < day && members.some(isDue)) invoice.status = 'overdue';
      if (!isManual) this.charge(bill, dueDay(members[0]!), now);
    }
  }

  /** Who is frozen, or does not renew any more, gets a bill of their own. */
  private charge(bill: ModelBill, dueDay: number, now: Moment): void {
    const { invoice, payer, members } = bill;
    const day = now.local[members[0]!.plan.place]!.day;
    const renewing = members.filter((member) => member.renews && !this.isFrozen(member, now));
    const isOpen = invoice.status === 'open' || invoice.status === 'overdue';
    if (!isOpen || bill.next > dueDay || !renewing.some((member) => endOf(member) <= day)) return;
    if (renewing.length < members.length) {
      const groups = [renewing, ...members.filter((member) => !renewing.includes(member)).map((member) => [member])];
      const [charged] = this.billApart(bill, groups, now);
      return this.charge(charged!, dueDay, now);
    }
    if (payer.card === 'works') return this.pay(bill, 'card', now);
    invoice.status = 'overdue';
    bill.tries += 1;
    if (bill.tries === 1) bill.firstFailed = day;
    bill.next = Math.max(bill.firstFailed + (retries[bill.tries - 1] ?? Infinity), day + 1);
  }

  private write(members: readonly ModelMember[], payer: ModelMember, isManual: boolean, now: Moment): ModelBill {
    const sorted = members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const plans = sorted.map(nextPlan);
    const lines = plans.map(({ cents }) => ({ quantity: 1, cents, refunded: 0 }));
    const invoice = new ModelInvoice(lines, true);
    const day = now.local[sorted[0]!.plan.place]!.day;
    const dueOn = Math.max(day, endOf(sorted[0]!));
    const told = { dueOn, tries: 0, firstFailed: day, next: day };
    const bill = {
      invoice,
      payer,
      members: sorted,
      plans,
      at: now.at,
      isManual,
      ...told,
      moves: [],
      closedAt: null,
      id: '',
    };
    for (const member of sorted) member.bill = bill;
    this.bills.push(bill);
    return bill;
  }
}
