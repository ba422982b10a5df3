import { getLineItems } from '#domain/invoices/invoiceDescription.ts';
import { visitsText } from '#domain/contact-memberships/visitPacks.ts';
import type { BillingFrequency, PackStart, PlanTerms } from '#domain/memberships/membershipPlan.ts';

/** `pluralize(1, 'row')` is '1 row', `pluralize(1180, 'person', 'people')` is '1,180 people'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export const billingLabels: Record<BillingFrequency, string> = {
  monthly: 'Monthly',
  annually: 'Annually',
  one_time: 'One-time',
};

export const packStartLabels: Record<PackStart, string> = {
  purchase: 'Purchase',
  first_visit: 'First visit',
};

/** '10 visits', '10 visits, from the first one'; empty without a limit. */
export const visitsLabel = ({ visitLimit, validFrom }: Pick<PlanTerms, 'visitLimit' | 'validFrom'>): string =>
  visitLimit ? visitsText(visitLimit) + (validFrom === 'first_visit' ? ', valid from the first one' : '') : '';

export const contractLabel = (plan: PlanTerms): string =>
  plan.type === 'contract' && plan.contractLengthMonths ? `${plan.contractLengthMonths} Month Contract` : 'No Contract';

interface Described {
  readonly description?: string | null | undefined;
  readonly metadata?:
    | { readonly lineItems?: readonly { readonly type: string }[] | null | undefined }
    | null
    | undefined;
}

export function invoiceRowLabel(invoice: Described): string {
  const types = new Set(getLineItems(invoice).map((line) => line.type));
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

/** A change in whole percent, with a true minus sign. */
export const percentChangeText = (percent: number) => `${percent > 0 ? '+' : ''}${percent}%`.replace('-', '−');
