import type { LineItemType } from './invoiceDescription.ts';
import { feeCents } from './totals.ts';
import type { FeeType } from './totals.ts';

interface Priced {
  readonly name: string;
  readonly description: string | null;
  readonly priceCents: number;
}

interface ChargedFee {
  readonly name: string;
  readonly description: string | null;
  readonly type: FeeType;
  readonly amount: string;
  readonly isActive: boolean;
}

export interface PurchaseLine {
  readonly name: string;
  readonly description: string | null;
  readonly type: LineItemType;
  readonly quantity: number;
  readonly unitCents: number;
}

const lineOf = (type: LineItemType) => ({ name, description, priceCents }: Priced): PurchaseLine => ({
  name,
  description,
  type,
  quantity: 1,
  unitCents: priceCents,
});

/** The lines of a plan's sale: the plan, its required items, and the location's active fees on the plan's price. */
export function purchaseLines(plan: Priced, requiredItems: readonly Priced[], fees: readonly ChargedFee[]): PurchaseLine[] {
  return [
    lineOf('membership')(plan),
    ...requiredItems.map(lineOf('sales_item')),
    ...fees
      .filter((fee) => fee.isActive)
      .map((fee) => lineOf('location_fee')({ ...fee, priceCents: feeCents(fee, plan.priceCents) })),
  ];
}
