import { capitalize } from '#domain/shared/capitalize.ts';
import { formatMoney } from '#domain/shared/money.ts';

export const lineItemTypes = ['membership', 'sales_item', 'location_fee'] as const;
export type LineItemType = (typeof lineItemTypes)[number];

/** A line type in words: `sales_item` → 'Sales item'. */
export const lineItemTypeLabel = (type: string): string => capitalize(type.replaceAll('_', ' '));

/** 'Monthly Unlimited — Ben Jones' on the invoice of a household's payer. */
export const lineTitle = (name: string, member: string | null | undefined): string =>
  member ? `${name} — ${member}` : name;

interface Itemized<Line> {
  readonly metadata?: { readonly lineItems?: readonly Line[] | null | undefined } | null | undefined;
}

interface DiscountedLine {
  readonly discount?: number | undefined;
  readonly discountReason?: string | undefined;
}

/** The discount on a line and its reason, in words; empty without one. */
export const discountText = ({ discount = 0, discountReason }: DiscountedLine, currency?: string): string =>
  discount > 0 ? `Discount ${formatMoney(-discount, currency)}${discountReason ? ` (${discountReason})` : ''}` : '';

export const getLineItems = <Line>(invoice: Itemized<Line>): readonly Line[] => invoice.metadata?.lineItems ?? [];
