import type { ModelInvoice } from './invoiceModel.ts';
import { lastDayOfMonths } from './modelCalendar.ts';

export interface ModelPlan {
  readonly id: string;
  readonly cents: number;
  /** Months of a period, and of the contract. */
  readonly months: number;
  readonly contract: number | null;
}

/** The unpaid part of the next period's bill. */
export interface ModelBill {
  readonly plan: ModelPlan;
  readonly invoice: ModelInvoice;
  tries: number;
  firstFailed: number;
  /** The day of the next try by card; null after the last. */
  next: number | null;
}

interface Paid {
  readonly origin: number;
  readonly paidMonths: number;
  readonly plan: ModelPlan;
}

/** For the days that are left of the paid months, counted back from their end, and the months to the end of the period that is reached. */
export function priceDifference({ origin, paidMonths, plan: old }: Paid, plan: ModelPlan, daysLeft: number) {
  const length = (months: number) => lastDayOfMonths(origin, months) - lastDayOfMonths(origin, months - plan.months);
  let [months, periods, left] = [paidMonths, 0, daysLeft];
  for (; left > length(months); months -= plan.months) [left, periods] = [left - length(months), periods + 1];
  const days = length(months);
  const cents = Math.floor((2 * (plan.cents - old.cents) * (periods * days + left) + days) / (2 * days));
  return { months, cents };
}
