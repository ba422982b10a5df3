export const lineItemTypes = ['membership', 'sales_item', 'location_fee'] as const;
export type LineItemType = (typeof lineItemTypes)[number];

interface Itemized<Line> {
  readonly metadata?: { readonly lineItems?: readonly Line[] | null | undefined } | null | undefined;
}

/** The line items of an invoice. */
export const lineItemsOf = <Line>(invoice: Itemized<Line>): readonly Line[] => invoice.metadata?.lineItems ?? [];
