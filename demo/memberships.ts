import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { feeCents } from '#domain/invoices/totals.ts';
import { periodEndFrom } from '#domain/contact-memberships/billingPeriods.ts';
import { periodText } from '#domain/shared/dateText.ts';
import { addDays, daysBetween, type CalendarDate } from '#domain/shared/dates.ts';
import { addInvoice, type InvoiceLine } from './invoices.ts';
import type { Plan } from './catalog.ts';
import type { Holding } from './scenarios.ts';
import type { Person } from './contacts.ts';
import type { Demo, DemoRows } from './rows.ts';
import { atLatest, momentOn } from './time.ts';

/** The contacts' memberships, with an invoice for the purchase and one for each renewal since. */
export function seedMemberships({ rows, people, now }: Demo): void {
  for (const person of people) {
    for (const holding of person.holdings) subscription(rows, person, holding, now);
  }
}

function subscription(rows: DemoRows, person: Person, holding: Holding, now: Date): void {
  const { plan, place, boughtAt, ends } = holding;
  const { random } = person;
  const common = { person, place, description: `Membership purchase: ${plan.spec.name}` };
  const method = random.chance(0.8) ? 'card' : drawerMethod;
  const by = random.pick(place.staff);
  const first = addInvoice(rows, {
    ...common,
    kind: 'purchase',
    at: boughtAt,
    lines: purchaseLines(holding),
    status: 'paid',
    method,
    by,
  });
  const row = membershipRow(person, holding, first);
  rows.contact_memberships.push(row);
  holding.ends.forEach((end, index) => addPeriod(rows, row, holding, { period: index + 1, end }));
  // One invoice for all of a family.
  if (person.payer) return;
  const renewals = ends.slice(0, holding.declined ? undefined : -1);
  renewals.forEach((end, index) => {
    // The renewal job charges on the last paid day, in the early morning.
    const at = atLatest(now, momentOn(place.zone, end, 4 * 60 + random.int(0, 50)));
    const status = holding.declined && index === renewals.length - 1 ? 'overdue' : 'paid';
    const lines = [person, ...person.family].map((member) => renewalLine(holding, end, person, member));
    addInvoice(rows, {
      ...common,
      kind: 'renewal',
      description: `Membership purchase: ${lines.map(({ name, member }) => lineTitle(name, member)).join(', ')} (renewal)`,
      at,
      lines,
      status,
      method: 'card',
      by: null,
    });
  });
}

/** The nth period, until this end. */
export function addPeriod(
  rows: DemoRows,
  { id }: DemoRows['contact_memberships'][number],
  { plan, start, ends }: Pick<Holding, 'plan' | 'start' | 'ends'>,
  { period, end }: { period: number; end: CalendarDate },
): void {
  rows.membership_periods.push({
    company_id: plan.companyId,
    contact_membership_id: String(id),
    period,
    last_day: end,
    days: daysBetween(ends[period - 2] ?? addDays(start, -1), end),
  });
}

/** The end of the period that follows this one. */
export const renewedThrough = ({ plan, start }: Holding, end: CalendarDate): CalendarDate | null =>
  periodEndFrom({ billingFrequency: plan.terms.billingFrequency, startDate: start }, addDays(end, 1));

/** Of the period that follows this end. */
export function renewedPlanLine(holding: Holding, end: CalendarDate): InvoiceLine {
  const { plan } = holding;
  const through = renewedThrough(holding, end);
  return {
    ...planLine(plan),
    description: through ? `Renewal for ${periodText(addDays(end, 1), through)}` : 'Renewal',
  };
}

const renewalLine = (
  holding: Holding,
  end: CalendarDate,
  payer: Person,
  { id, firstName, lastName }: Person,
): InvoiceLine => ({
  ...renewedPlanLine(holding, end),
  ...(id !== payer.id && { member: `${firstName} ${lastName}` }),
});

/** The plan, its required charges, and the fees of the location that sells it. */
function purchaseLines({ plan, place, start, ends: [end] }: Holding): InvoiceLine[] {
  const { cents, description } = plan.spec;
  const days = end && periodText(start, end);
  const along = plan.required.map(({ id, spec }): InvoiceLine => ({
    type: 'sales_item',
    itemId: id,
    name: spec.name,
    description: spec.description,
    quantity: 1,
    cents: spec.cents,
  }));
  const fees = place.fees
    .filter(({ active }) => active)
    .map((fee): InvoiceLine => ({
      type: 'location_fee',
      itemId: fee.id,
      name: fee.name,
      description: fee.description,
      quantity: 1,
      cents: feeCents(fee, cents),
    }));
  return [{ ...planLine(plan), description: [days, description].filter(Boolean).join(' · ') }, ...along, ...fees];
}

/** The price of a period. */
export const planLine = ({ id, spec }: Plan): InvoiceLine => ({
  type: 'membership',
  itemId: id,
  name: spec.name,
  description: spec.description,
  quantity: 1,
  cents: spec.cents,
});

function membershipRow(person: Person, holding: Holding, invoiceId: string): DemoRows['contact_memberships'][number] {
  const { plan, boughtAt, start, ends, contractEnd, autoRenew, suspendedAt } = holding;
  return {
    id: person.random.id(boughtAt),
    ...boughtPlan(plan, { contactId: person.id, invoiceId, boughtAt }),
    start_date: start,
    end_date: ends.at(-1) ?? null,
    contract_end_date: contractEnd,
    periods_paid: ends.length,
    access_enabled: suspendedAt === null,
    auto_renew: autoRenew,
    notes: suspendedAt ? 'Suspended at the front desk: card reported stolen, waiting for a new one.' : '',
  };
}

interface Bought {
  readonly contactId: string;
  readonly invoiceId: string;
  readonly boughtAt: Date;
}

/** What a membership keeps of its plan and its purchase. */
export const boughtPlan = (plan: Plan, { contactId, invoiceId, boughtAt }: Bought) => ({
  company_id: plan.companyId,
  contact_id: contactId,
  membership_id: plan.id,
  location_id: plan.placeId,
  invoice_id: invoiceId,
  membership_name: plan.spec.name,
  membership_type: plan.terms.type,
  billing_frequency: plan.terms.billingFrequency,
  contract_length_months: plan.terms.contractLengthMonths ?? null,
  access_duration_days: plan.terms.accessDurationDays ?? null,
  purchase_price_cents: plan.spec.cents,
  purchase_date: boughtAt,
  granted_at: boughtAt,
  created_at: boughtAt,
});
