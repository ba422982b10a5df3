import { ModelInvoice } from './invoiceModel.ts';
import { lastDayOfMonths } from './modelCalendar.ts';
import { priceDifference, type ModelBill, type ModelPlan } from './modelPlans.ts';
import {
  endFreeze,
  daysMoved,
  endedByThemselves,
  freezeOn,
  mayBeFrozen,
  newFreeze,
  type ModelFreeze,
} from './modelFreezes.ts';

export const grace = 3;
const daysBefore = 7;
const latestBilling = 7;
const retries = [1, 3, 6, 13];

/**
 * A second model of a membership after its sale, written from the gym's rules and sharing no code with them: days are
 * numbers, and months are counted on its own calendar. Trials replay random histories on it and on the server.
 */
export class MembershipModel {
  /** The day from which months are counted. */
  origin: number;
  /** The number of paid months, and the number after which the contract ends. */
  paidMonths: number;
  contractMonths: number | null;
  planned: ModelPlan | null = null;
  renews = true;
  isManual = false;
  cardWorks = true;
  graceDays: number | null = null;
  bill: ModelBill | null = null;
  lastDay: number | null = null;
  lastDayMoves = false;
  isBarred = false;
  freezes: ModelFreeze[] = [];
  /** In the order in which they were written; the first one sold the membership. */
  readonly invoices: ModelInvoice[];

  constructor(
    readonly start: number,
    public plan: ModelPlan,
    readonly noticeDays: number,
  ) {
    this.origin = start;
    this.paidMonths = plan.months;
    this.contractMonths = plan.contract;
    this.invoices = [forMembership(plan.cents, plan).pay('cash')];
  }

  private endAfter = (months: number) =>
    months === Infinity ? Infinity : lastDayOfMonths(this.origin, months) + daysMoved(this.freezes, this.origin);
  end = () => this.endAfter(this.paidMonths);
  contractEnd = () => (this.contractMonths === null ? null : this.endAfter(this.contractMonths));
  frozenOn = (day: number) => freezeOn(this.freezes, day);
  goesOn = () =>
    this.renews &&
    (this.lastDay === null || this.end() < this.lastDay) &&
    (this.planned !== null || this.contractMonths === null || this.paidMonths < this.contractMonths);

  /**
   * The automatic changes of a day: freezes that run out, then the bill of the next period, then its charge. What is due on a day is
   * billed and charged from six in the morning.
   */
  pass(day: number, isBillingTime: boolean): void {
    this.settle(day);
    const dueDay = isBillingTime ? day : day - 1;
    const [isFrozen, end] = [this.frozenOn(day) !== undefined, this.end()];
    const billedFrom = this.isManual ? end - daysBefore : end;
    const isLastDay = this.lastDay !== null && this.lastDay <= day;
    if (
      !this.bill &&
      this.goesOn() &&
      !isLastDay &&
      !this.isBarred &&
      !isFrozen &&
      dueDay >= billedFrom &&
      day <= end + latestBilling
    ) {
      const plan = this.planned ?? this.plan;
      this.bill = {
        plan,
        invoice: forMembership(plan.cents, plan),
        tries: 0,
        firstFailed: day,
        next: this.isManual ? Math.max(end, day) : day,
      };
      this.invoices.push(this.bill.invoice);
      if (this.isManual) this.graceDays ??= grace;
    }
    if (!this.bill || isFrozen || day < end) return;
    const { bill } = this;
    if (this.isManual) {
      if (end < day && (bill.next ?? 0) < day && bill.invoice.status === 'open') bill.invoice.status = 'overdue';
      return;
    }
    const isOver = this.lastDay !== null && (this.lastDay <= end || this.lastDay < day);
    if (!this.renews || this.isBarred || isOver || bill.next === null || bill.next > dueDay) return;
    if (this.cardWorks) return this.paid(day, 'card');
    bill.tries += 1;
    if (bill.tries === 1) bill.firstFailed = day;
    if (bill.invoice.status === 'open') bill.invoice.status = 'overdue';
    this.graceDays ??= grace;
    const after = retries[bill.tries - 1];
    if (after === undefined) {
      [this.renews, bill.next] = [false, null];
      if (this.lastDay !== null) this.lastDay = Math.min(this.lastDay, this.end() + this.graceDays);
    } else bill.next = Math.max(bill.firstFailed + after, day + 1);
  }

  /** The bill is paid in full: on time, in the grace period, or later, when the period begins on that day. */
  private paid(day: number, how: 'card' | 'cash'): void {
    if (!this.bill) return;
    const { plan, invoice } = this.bill;
    const end = this.end();
    const isLate = this.graceDays !== null && end + this.graceDays < day && !this.frozenOn(day);
    if (isLate) this.startAgain(day);
    if (this.planned && this.planned.id === plan.id) {
      this.contractMonths = plan.contract === null ? null : this.paidMonths + plan.contract;
      [this.plan, this.planned] = [plan, null];
    }
    const endsWithThem = !this.renews && !this.isBarred && this.lastDay !== null && this.lastDay >= end;
    this.paidMonths += this.plan.months;
    if (endsWithThem) this.lastDay = Math.max(this.lastDay!, this.end());
    invoice.pay(how);
    [this.bill, this.graceDays] = [null, null];
  }

  /** A last day that came from the end of a period is in the new rhythm then, and not before the end of a contract. */
  private startAgain(day: number): void {
    const contractEnd = this.endAfter(this.mostMonths());
    this.contractMonths = this.contractMonths === null ? null : this.contractMonths - this.paidMonths;
    [this.origin, this.paidMonths] = [day, 0];
    if (this.lastDay === null || !this.lastDayMoves || this.lastDay < day) return;
    const wanted = this.lastDay < contractEnd ? this.lastDay : Math.max(this.lastDay, this.endAfter(this.mostMonths()));
    const step = (this.planned ?? this.plan).months;
    let months = step;
    while (this.endAfter(months) < wanted) months += step;
    this.lastDay = this.endAfter(months);
  }

  /** Cash at the desk: the whole bill, or a part of it. */
  pay(day: number, isPart: boolean): boolean {
    if (!this.bill) return false;
    if (isPart) this.bill.invoice.pay('cash', 50);
    else this.paid(day, 'cash');
    return true;
  }

  /** The bill is withdrawn, including the rest of a partially paid one; the grace period stay once they have begun. */
  private voidBill(day: number): void {
    if (!this.bill) return;
    this.bill.invoice.status = 'void';
    this.bill = null;
    if (this.end() >= day) this.graceDays = null;
  }
  private takeBack(day: number): void {
    if (this.isManual && this.end() >= day && this.bill?.invoice.status !== 'partially_paid') this.voidBill(day);
  }
  private isBilled = () => this.bill !== null && (!this.isManual || this.bill.invoice.status === 'partially_paid');

  settle(day: number): void {
    endedByThemselves(this.freezes, day);
  }

  private isOver = (day: number, days: number) => !this.frozenOn(day) && this.end() + days < day;

  /** Each returns whether the server must accept it. */
  cancel(day: number, when: 'now' | 'period_end' | number): boolean {
    if (this.lastDay !== null || this.isOver(day, this.graceDays ?? (this.renews ? grace : 0))) return false;
    const kept = this.freezes;
    if (when !== 'now') this.closeFreezes(day);
    const last = when === 'now' ? day : when === 'period_end' ? this.endByNotice(day) : when;
    const contractEnd = this.contractEnd();
    const reached = this.goesOn() ? this.endAfter(this.mostMonths()) : this.end();
    const isRefused =
      when !== 'period_end' && ((contractEnd !== null && last < contractEnd) || (last > reached && last > day));
    if (isRefused) this.freezes = kept;
    else {
      if (this.end() >= last || this.endsUnasked(day, last)) this.voidBill(day);
      [this.lastDay, this.lastDayMoves, this.isBarred] = [last, when === 'period_end', when === 'now'];
    }
    return !isRefused;
  }

  /** Planned freezes are removed, and an open one lasts its maximum length. */
  private closeFreezes(day: number): void {
    this.freezes = this.freezes
      .filter(({ from }) => from <= day)
      .map((freeze) => ({ ...freeze, until: freeze.until ?? freeze.longest }));
  }

  /** A refund ends it without notice, even within its contract. An earlier end stays as it is. */
  endRefunded(day: number, how: 'end_now' | 'end_at_period'): void {
    const mayBeCharged = this.renews && this.bill !== null;
    const isGone = this.isOver(day, this.graceDays ?? (this.renews ? grace : 0)) && !mayBeCharged;
    if (isGone || (this.lastDay !== null && this.lastDay < day)) return;
    const kept = this.freezes;
    if (how === 'end_at_period') this.closeFreezes(day);
    const last = how === 'end_now' ? day : Math.max(this.end(), day);
    if (this.lastDay !== null && this.lastDay <= last && (how === 'end_at_period' || this.isBarred)) {
      this.freezes = kept;
      return;
    }
    if (this.end() >= last || this.endsUnasked(day, last)) this.voidBill(day);
    [this.lastDay, this.lastDayMoves, this.isBarred] = [last, how === 'end_at_period', how === 'end_now'];
  }

  /** The next period has begun, nobody was asked to pay for it, and it ends today: then nobody is asked any more. */
  private endsUnasked = (day: number, last: number) => this.graceDays === null && this.end() < day && last <= day;

  private endByNotice(day: number): number {
    if (!this.goesOn()) return Math.max(this.end(), day);
    const wanted = Math.max(day + this.noticeDays, this.contractEnd() ?? 0);
    if (this.noticeDays === 0 && this.end() < day) return wanted;
    let months = this.paidMonths;
    const next = this.planned ?? this.plan;
    while (this.endAfter(months) < wanted && months < this.mostMonths()) months += next.months;
    return this.endAfter(months);
  }

  /** After which nothing is billed: the contract's, or those of the plan to come, whose contract begins with its first period. */
  private mostMonths(): number {
    if (!this.planned) return this.contractMonths ?? Infinity;
    return this.planned.contract === null ? Infinity : this.paidMonths + this.planned.contract;
  }

  undo(day: number): boolean {
    if (this.lastDay === null || this.lastDay < day) return false;
    [this.lastDay, this.lastDayMoves, this.isBarred] = [null, false, false];
    return true;
  }

  freeze(day: number, from: number, until: number | null): boolean {
    if (this.lastDay !== null || this.isOver(day, 0) || from < this.start || from > this.end()) return false;
    if (!mayBeFrozen(this.freezes, from, until)) return false;
    // The next period was billed by card this morning, and begins only after the frozen days.
    if (from === this.end() && !this.isManual && this.bill?.invoice.status !== 'partially_paid') this.voidBill(day);
    this.freezes.push(newFreeze(from, until));
    return true;
  }

  /** Ends today's freeze on this day, which is not after its last. */
  thaw(day: number, freeze: ModelFreeze, until: number): boolean {
    const days = endFreeze(this.freezes, freeze, until, { end: this.end(), day });
    if (days !== undefined && this.lastDay !== null && this.lastDayMoves) this.lastDay += days;
    return days !== undefined;
  }

  private mayChange = (day: number, plan: ModelPlan) =>
    this.lastDay === null && !this.isOver(day, 0) && plan.id !== this.plan.id && !this.isBilled();

  change(day: number, plan: ModelPlan): boolean {
    if (!this.mayChange(day, plan) || !this.renews) return false;
    this.takeBack(day);
    this.planned = plan;
    return true;
  }

  /** The plan changes today, and the remaining paid days are charged at the price difference. */
  changeNow(day: number, plan: ModelPlan): boolean {
    if (
      !this.mayChange(day, plan) ||
      plan.months !== this.plan.months ||
      plan.cents < this.plan.cents ||
      this.frozenOn(day)
    )
      return false;
    const from = Math.max(day, this.start);
    let left = this.end() - from + 1;
    for (const { from: first, until } of this.freezes)
      if (until !== null) left -= Math.max(0, Math.min(until, this.end()) - Math.max(first, from) + 1);
    const { months, cents } = priceDifference(this, plan, left);
    if (cents > 0) this.invoices.push(forMembership(cents, plan).pay('cash'));
    this.takeBack(day);
    this.contractMonths =
      plan.contract === null ? null : Math.max(months - plan.months + plan.contract, this.paidMonths);
    [this.plan, this.planned] = [plan, null];
    return true;
  }

  /** It goes on, and nobody was asked for the next period. */
  private isUnasked(day: number): boolean {
    const isContractOver = this.planned === null && (this.contractEnd() ?? Infinity) < day;
    return this.graceDays === null && this.goesOn() && !isContractOver;
  }

  setRenewal(day: number, on: boolean, isManual: boolean): boolean {
    if (on && (this.lastDay !== null || (!this.isUnasked(day) && this.isOver(day, this.graceDays ?? 0)))) return false;
    if (on && this.bill) this.bill.next ??= day;
    if (!on) this.takeBack(day);
    [this.renews, this.isManual] = [on, isManual];
    return true;
  }
}

/** Also of a change: where the plan is that it changes to. */
const forMembership = (cents: number, { elsewhere }: ModelPlan) =>
  new ModelInvoice([{ quantity: 1, cents, refunded: 0 }], true, elsewhere?.taxPercent);
