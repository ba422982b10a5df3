export const lineItemTypes = ['membership', 'sales_item', 'location_fee'] as const;
export type LineItemType = (typeof lineItemTypes)[number];

interface Itemized<Line> {
  readonly metadata?: { readonly lineItems?: readonly Line[] | null | undefined } | null | undefined;
}

interface Described extends Itemized<{ readonly type: string }> {
  readonly description?: string | null | undefined;
}

/** The line items of an invoice. */
export const lineItemsOf = <Line>(invoice: Itemized<Line>): readonly Line[] => invoice.metadata?.lineItems ?? [];

/** The label of an invoice row, derived from the types of its line items. */
export function invoiceRowLabel(invoice: Described): string {
  const types = new Set(lineItemsOf(invoice).map((line) => line.type));
  if (types.has('membership')) return 'Membership Purchase';
  if (types.has('sales_item')) return 'Sales Items Purchase';
  return 'Purchase';
}

const prefix = /^\s*(?:membership purchase|sales items purchase)\s*/i;
const leadingMark = /^\s*[:\-–—]\s*/;

/** The description without the label and the colon or dash after it, or 'No description'. */
export function invoiceRowText(invoice: Described): string {
  const text = (invoice.description ?? '').replace(prefix, '').replace(leadingMark, '').trim();
  return text || 'No description';
}

/** A line type in words: `sales_item` → 'Sales item'. */
export function lineItemTypeLabel(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
