import { formatMoney } from './money.ts';

export const lineItemTypes = ['membership', 'sales_item', 'location_fee'] as const;
export type LineItemType = (typeof lineItemTypes)[number];

interface Itemized<Line> {
  readonly metadata?: { readonly lineItems?: readonly Line[] | null | undefined } | null | undefined;
}

interface DiscountedLine {
  readonly discount?: number | undefined;
  readonly discountReason?: string | undefined;
}

/** What was taken off a line and why, in words; nothing where nothing was. */
export const discountText = ({ discount = 0, discountReason }: DiscountedLine, currency?: string): string =>
  discount > 0 ? `Discount ${formatMoney(-discount, currency)}${discountReason ? ` (${discountReason})` : ''}` : '';

/** The line items of an invoice. */
export const lineItemsOf = <Line>(invoice: Itemized<Line>): readonly Line[] => invoice.metadata?.lineItems ?? [];
