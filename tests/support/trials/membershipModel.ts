import { ModelInvoice } from './invoiceModel.ts';

/**
 * A second model of a membership after its sale, written from the gym's rules and sharing no code with them: days are
 * numbers, and months are counted on its own calendar. Trials replay random histories on it and on the server.
 */
const dayMs = 86_400_000;
export const dayNumber = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / dayMs);
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day before the same day `months` later; in a month without that day, the day before its last one. */
export function lastDayOfMonths(start: number, months: number): number {
  const first = new Date(start * dayMs);
  const index = first.getUTCFullYear() * 12 + first.getUTCMonth() + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
  return Date.UTC(year, month, Math.min(first.getUTCDate(), length)) / dayMs - 1;
}

export interface ModelPlan {
  readonly id: string;
  readonly cents: number;
  /** Months of a period, and of the contract. */
  readonly months: number;
  readonly contract: number | null;
}

interface ModelFreeze {
  id: string;
  from: number;
  until: number | null;
  readonly longest: number;
}

const longestFreeze = 90;
const shortestFreeze = 7;
const frozenAYear = 120;

/** The unpaid part of the next period's bill. */
interface ModelBill {
  readonly plan: ModelPlan;
  readonly invoice: ModelInvoice;
  tries: number;
  firstFailed: number;
  /** The day of the next try by card; null after the last. */
  next: number | null;
}

const grace = 3;
const daysBefore = 7;
const latestBilling = 7;
const retries = [1, 3, 6, 13];

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
    this.invoices = [forMembership(plan.cents).pay('cash')];
  }

  private moved = () =>
    this.freezes.reduce(
      (sum, { from, until }) => sum + (until === null || from < this.origin ? 0 : until - from + 1),
      0,
    );
  private endAfter = (months: number) =>
    months === Infinity ? Infinity : lastDayOfMonths(this.origin, months) + this.moved();
  end = () => this.endAfter(this.paidMonths);
  contractEnd = () => (this.contractMonths === null ? null : this.endAfter(this.contractMonths));
  frozenOn = (day: number) => this.freezes.find(({ from, until, longest }) => from <= day && day <= (until ?? longest));
  private goesOn = () =>
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
        invoice: forMembership(plan.cents),
        tries: 0,
        firstFailed: day,
        next: this.isManual ? end : day,
      };
      this.invoices.push(this.bill.invoice);
      if (this.isManual) this.graceDays ??= grace;
    }
    if (!this.bill || isFrozen || day < end) return;
    const { bill } = this;
    if (this.isManual) {
      if (end < day && bill.invoice.status === 'open') bill.invoice.status = 'overdue';
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
    if (after === undefined) [this.renews, bill.next] = [false, null];
    else bill.next = Math.max(bill.firstFailed + after, day + 1);
  }

  /** The bill is paid in full: on time, in the grace period, or later, when the period begins on that day. */
  private paid(day: number, how: 'card' | 'cash'): void {
    if (!this.bill) return;
    const { plan, invoice } = this.bill;
    const isLate = this.graceDays !== null && this.end() + this.graceDays < day && !this.frozenOn(day);
    if (isLate) {
      this.contractMonths = this.contractMonths === null ? null : this.contractMonths - this.paidMonths;
      [this.origin, this.paidMonths] = [day, 0];
    }
    if (this.planned && this.planned.id === plan.id) {
      this.contractMonths = plan.contract === null ? null : this.paidMonths + plan.contract;
      [this.plan, this.planned] = [plan, null];
    }
    this.paidMonths += this.plan.months;
    invoice.pay(how);
    [this.bill, this.graceDays] = [null, null];
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
    for (const freeze of this.freezes) if (freeze.until === null && freeze.longest < day) freeze.until = freeze.longest;
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
    const longest = until ?? from + longestFreeze - 1;
    const days = longest - from + 1;
    if (this.lastDay !== null || this.isOver(day, 0) || from < this.start || from > this.end()) return false;
    if (this.freezes.some((other) => other.from <= longest && from <= (other.until ?? other.longest))) return false;
    const yearBefore = lastDayOfMonths(from, -12) + 1;
    const used = this.freezes.reduce(
      (sum, other) =>
        sum + Math.max(0, Math.min(other.until ?? other.longest, from - 1) - Math.max(other.from, yearBefore) + 1),
      0,
    );
    if (days < shortestFreeze || days > longestFreeze || used + days > frozenAYear) return false;
    this.freezes.push({ id: '', from, until, longest });
    return true;
  }

  /** Ends today's freeze on this day, which is not after its last. */
  thaw(freeze: ModelFreeze, until: number): void {
    const before = freeze.until === null ? 0 : freeze.until - freeze.from + 1;
    freeze.until = until;
    if (this.lastDay !== null && this.lastDayMoves) this.lastDay += until - freeze.from + 1 - before;
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
    const length = (months: number) =>
      lastDayOfMonths(this.origin, months) - lastDayOfMonths(this.origin, months - plan.months);
    let [months, periods] = [this.paidMonths, 0];
    for (; left > length(months); months -= plan.months) [left, periods] = [left - length(months), periods + 1];
    const days = length(months);
    const cents = Math.floor((2 * (plan.cents - this.plan.cents) * (periods * days + left) + days) / (2 * days));
    if (cents > 0) this.invoices.push(forMembership(cents).pay('cash'));
    this.takeBack(day);
    this.contractMonths =
      plan.contract === null ? null : Math.max(months - plan.months + plan.contract, this.paidMonths);
    [this.plan, this.planned] = [plan, null];
    return true;
  }

  setRenewal(day: number, on: boolean, isManual: boolean): boolean {
    if (on && (this.lastDay !== null || this.isOver(day, this.graceDays ?? 0))) return false;
    if (on && this.bill) this.bill.next ??= day;
    if (!on) this.takeBack(day);
    [this.renews, this.isManual] = [on, isManual];
    return true;
  }

  private lastAccess = () =>
    this.graceDays === null ? Math.min(this.end(), this.contractEnd() ?? Infinity) : this.end() + this.graceDays;

  /** Whether check-in grants access. */
  admits = (day: number) =>
    !this.isBarred &&
    !this.frozenOn(day) &&
    day >= this.start &&
    day <= Math.min(this.lastAccess(), this.lastDay ?? Infinity);
}

const forMembership = (cents: number) => new ModelInvoice([{ quantity: 1, cents, refunded: 0 }], true);
