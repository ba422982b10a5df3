import type { MembersGym } from '#tests/support/afterSale.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { ModelInvoice } from './invoiceModel.ts';
import { lastDayOfMonths } from './modelCalendar.ts';

export interface ModelPlan {
  readonly id: string;
  readonly cents: number;
  /** Months of a period, and of the contract. */
  readonly months: number;
  readonly contract: number | null;
  /** Only valid at another location than the others, with the tax there. */
  readonly elsewhere?: { readonly taxPercent: number };
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

/** Two of them at the other location, which charges another tax. */
export async function somePlans({ database }: TestServer, gym: MembersGym): Promise<ModelPlan[]> {
  const { make, otherLocationId } = gym;
  const elsewhere = { taxPercent: 11 };
  await database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ sales_tax_rate: 0.11 }).where('id', '=', otherLocationId).execute(),
  );
  const terms = [
    [1, null],
    [1, null],
    [12, null],
    [1, 3],
    [12, 24],
    [1, null, elsewhere],
    [12, 12, elsewhere],
  ] as const;
  return Promise.all(
    terms.map(async ([months, contract, place], index) => {
      const cents = 1_999 + index * 1_503;
      const id = await make.plan({
        name: `Plan ${index}`,
        price_cents: cents,
        billing_frequency: months === 1 ? 'monthly' : 'annually',
        location_id: place ? otherLocationId : null,
        ...(contract !== null && { type: 'contract' as const, contract_length_months: contract }),
      });
      return { id, cents, months, contract, ...(place && { elsewhere: place }) };
    }),
  );
}
