/**
 * A second model of a membership after its sale, written from the gym's rules and sharing no code with them: days are
 * numbers, months are walked on a calendar of its own. Trials replay random histories on it and on the server.
 */
const dayMs = 86_400_000;
export const dayNumber = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / dayMs);
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day before the same day `months` later; a month that lacks that day lends its last one. */
function lastDayOfMonths(start: number, months: number): number {
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

export class MembershipModel {
  /** Months that are paid, and those after which the contract ends, from the first start. */
  paidMonths: number;
  contractMonths: number | null;
  planned: ModelPlan | null = null;
  renews = true;
  lastDay: number | null = null;
  lastDayMoves = false;
  isBarred = false;
  freezes: ModelFreeze[] = [];
  readonly charged: number[] = [];

  constructor(readonly start: number, public plan: ModelPlan, readonly noticeDays: number) {
    this.paidMonths = plan.months;
    this.contractMonths = plan.contract;
  }

  private moved = () => this.freezes.reduce((sum, { from, until }) => sum + (until === null ? 0 : until - from + 1), 0);
  private endAfter = (months: number) => lastDayOfMonths(this.start, months) + this.moved();
  end = () => this.endAfter(this.paidMonths);
  contractEnd = () => (this.contractMonths === null ? null : this.endAfter(this.contractMonths));
  frozenOn = (day: number) => this.freezes.find(({ from, until, longest }) => from <= day && day <= (until ?? longest));
  private goesOn = () =>
    this.renews && (this.lastDay === null || this.end() < this.lastDay) && (this.planned !== null || this.contractMonths === null || this.paidMonths < this.contractMonths);

  /** What happens by itself on a day: a freeze that ran out, then the renewal. */
  pass(day: number): void {
    this.settle(day);
    if (!this.goesOn() || this.isBarred || this.frozenOn(day) || this.end() > day) return;
    if (this.planned) {
      this.contractMonths = this.planned.contract === null ? null : this.paidMonths + this.planned.contract;
      this.plan = this.planned;
      this.planned = null;
    }
    this.charged.push(this.plan.cents);
    this.paidMonths += this.plan.months;
  }

  settle(day: number): void {
    for (const freeze of this.freezes) if (freeze.until === null && freeze.longest < day) freeze.until = freeze.longest;
  }

  private isOver = (day: number, grace: number) => !this.frozenOn(day) && this.end() + (this.renews ? grace : 0) < day;

  /** Each answers whether the server has to accept it. */
  cancel(day: number, when: 'now' | 'period_end' | number): boolean {
    if (this.lastDay !== null || this.isOver(day, 3)) return false;
    const kept = this.freezes;
    if (when !== 'now') this.freezes = kept.filter(({ from }) => from <= day).map((freeze) => ({ ...freeze, until: freeze.until ?? freeze.longest }));
    const last = when === 'now' ? day : when === 'period_end' ? this.endByNotice(day) : when;
    const contractEnd = this.contractEnd();
    const reached = !this.goesOn() ? this.end() : this.planned ? Infinity : (contractEnd ?? Infinity);
    const isRefused = when !== 'period_end' && ((contractEnd !== null && last < contractEnd) || (last > reached && last > day));
    if (isRefused) this.freezes = kept;
    else [this.lastDay, this.lastDayMoves, this.isBarred] = [last, when === 'period_end', when === 'now'];
    return !isRefused;
  }

  private endByNotice(day: number): number {
    if (!this.goesOn()) return Math.max(this.end(), day);
    const wanted = Math.max(day + this.noticeDays, this.contractEnd() ?? 0);
    if (this.noticeDays === 0 && this.end() < day) return wanted;
    let months = this.paidMonths;
    const most = this.planned || this.contractMonths === null ? Infinity : this.contractMonths;
    while (this.endAfter(months) < wanted && months < most) months += this.plan.months;
    return this.endAfter(months);
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
      (sum, other) => sum + Math.max(0, Math.min(other.until ?? other.longest, from - 1) - Math.max(other.from, yearBefore) + 1),
      0,
    );
    if (days < shortestFreeze || days > longestFreeze || used + days > frozenAYear) return false;
    this.freezes.push({ id: '', from, until, longest });
    return true;
  }

  /** Ends the freeze that holds today on this day, which is not after its last. */
  thaw(freeze: ModelFreeze, until: number): void {
    const before = freeze.until === null ? 0 : freeze.until - freeze.from + 1;
    freeze.until = until;
    if (this.lastDay !== null && this.lastDayMoves) this.lastDay += until - freeze.from + 1 - before;
  }

  change(day: number, plan: ModelPlan): boolean {
    if (this.lastDay !== null || this.isOver(day, 0) || !this.renews || plan.id === this.plan.id) return false;
    this.planned = plan;
    return true;
  }

  setRenewal(day: number, on: boolean): boolean {
    if (on && (this.lastDay !== null || this.isOver(day, 0))) return false;
    this.renews = on;
    return true;
  }

  /** Whether the door opens. */
  admits = (day: number) =>
    !this.isBarred && !this.frozenOn(day) && day >= this.start && day <= Math.min(this.end(), this.contractEnd() ?? Infinity, this.lastDay ?? Infinity);
}
