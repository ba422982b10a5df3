import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { defaultCurrency } from '#domain/shared/limits.ts';
import { addDays, daysBetween, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { periodEnd } from '#domain/contact-memberships/billingPeriods.ts';
import { toUserId, type Occasion } from '#server/platform/http/actors.ts';
import { postInvoices } from '#server/modules/ledger/index.ts';
import { withReceipt } from '#server/modules/invoices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ImportOutcome, ImportContext } from './outcome.ts';
import type { ImportRow } from './repo.ts';

type ImportHome = Awaited<ReturnType<typeof importHome>>;

export const importHome = (tx: Tx, locationId: string) =>
  tx
    .selectFrom('locations as l')
    .innerJoin('companies as o', 'o.id', 'l.company_id')
    .leftJoin('company_settings as s', 's.company_id', 'l.company_id')
    .select(['l.id', 'l.company_id', 'l.name', 'l.timezone', 'o.name as company_name', 's.receipts'])
    .where('l.id', '=', locationId)
    .executeTakeFirstOrThrow();

export async function importContext(
  tx: Tx,
  { id, company_id, timezone }: ImportHome,
  customers: readonly string[],
  now: Date,
): Promise<ImportContext> {
  const plans = await tx
    .selectFrom('memberships')
    .select([
      'id',
      'name',
      'type',
      'contract_length_months',
      'price_cents',
      'billing_frequency',
      'access_duration_days',
      'visit_limit',
      'valid_from',
    ])
    .where('company_id', '=', company_id)
    .where('archived_at', 'is', null)
    .where((eb) => eb.or([eb('location_id', 'is', null), eb('location_id', '=', id)]))
    .execute();
  const stripe = await tx
    .selectFrom('stripe_configs')
    .select('company_id')
    .where('company_id', '=', company_id)
    .executeTakeFirst();
  const taken = await tx
    .selectFrom('stripe_customers')
    .select('customer_id')
    .where('company_id', '=', company_id)
    .where('customer_id', '=', sql<string>`any (${[...customers]}::text[])`)
    .execute();
  return {
    plans: plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      type: plan.type,
      contractLengthMonths: plan.contract_length_months,
      priceCents: plan.price_cents,
      billingFrequency: plan.billing_frequency,
      accessDurationDays: plan.access_duration_days,
      visitLimit: plan.visit_limit,
      validFrom: plan.valid_from,
    })),
    today: todayIn(timezone, now),
    hasStripe: stripe !== undefined,
    takenCustomers: new Set(taken.map(({ customer_id }) => customer_id)),
  };
}

interface AddedContact {
  readonly contact: ImportRow;
  readonly outcome: ImportOutcome;
}

export async function addAccounts(
  tx: Tx,
  home: ImportHome,
  people: readonly AddedContact[],
  occasion: Occasion,
): Promise<void> {
  const { now, actor } = occasion;
  const memberships = people.flatMap((person) => membershipRow(home, person, now));
  const invoices = people.flatMap((person) => invoiceRow(home, person, occasion));
  const customers = people.flatMap(({ contact, outcome: { stripeCustomerId } }) =>
    stripeCustomerId
      ? [{ company_id: home.company_id, contact_id: contact.id, customer_id: stripeCustomerId, is_imported: true }]
      : [],
  );
  await insert(tx, 'contact_memberships', memberships);
  await insert(tx, 'membership_periods', memberships.flatMap(lastPeriodRow));
  await insert(tx, 'invoices', invoices);
  await insert(tx, 'invoice_lines', invoices.map(toLine));
  await postInvoices(
    tx,
    invoices.map((invoice) => ({ invoice, lines: [] })),
    occasion,
  );
  await insert(tx, 'stripe_customers', customers);
  const logged = {
    company_id: home.company_id,
    location_id: home.id,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    request_id: actor.requestId,
  };
  await insert(tx, 'activity', [
    ...memberships.map(({ id, membership_name }) => ({
      ...logged,
      action: 'contact-membership.imported',
      record_type: 'contact-membership',
      record_id: id,
      record_label: membership_name,
    })),
    ...invoices.map(({ id, description }) => ({
      ...logged,
      action: 'invoice.imported',
      record_type: 'invoice',
      record_id: id,
      record_label: description,
    })),
  ]);
}

/** Renewal is off until it is activated, so that the import itself charges nothing. */
function membershipRow({ company_id, timezone }: ImportHome, { contact, outcome }: AddedContact, now: Date) {
  if (!outcome.membership) return [];
  const { plan, term } = outcome.membership;
  const row = {
    id: uuid(),
    company_id,
    contact_id: contact.id,
    membership_id: plan.id,
    membership_name: plan.name,
    membership_type: plan.type,
    billing_frequency: plan.billingFrequency,
    contract_length_months: plan.type === 'contract' ? plan.contractLengthMonths : null,
    access_duration_days: plan.billingFrequency === 'one_time' ? plan.accessDurationDays : null,
    visit_limit: plan.visitLimit ?? null,
    visits_used: term.visitsUsed,
    first_visit_from: term.firstVisitFrom,
    purchase_price_cents: term.priceCents,
    start_date: term.startDate,
    end_date: term.endDate,
    contract_end_date: term.contractEndDate,
    periods_paid: term.periodsPaid,
    purchase_date: startOfDay(timezone, term.since),
    access_enabled: term.accessEnabled,
    access_reason: term.accessEnabled ? '' : 'Suspended before the import',
    auto_renew: false,
    renewal_on_hold: term.renewal,
    granted_at: now,
    notes: '',
    created_at: now,
  };
  return [row];
}

/** Of the last paid period. None while the first has yet to be paid. */
function lastPeriodRow(membership: ReturnType<typeof membershipRow>[number]) {
  const {
    id,
    company_id,
    billing_frequency: billingFrequency,
    start_date: startDate,
    end_date,
    periods_paid,
  } = membership;
  if (end_date === null || periods_paid === 0) return [];
  const before =
    billingFrequency === 'one_time' || periods_paid === 1
      ? addDays(startDate, -1)
      : periodEnd({ billingFrequency, startDate }, periods_paid - 1);
  return [
    {
      company_id,
      contact_membership_id: id,
      period: periods_paid,
      last_day: end_date,
      days: daysBetween(before, end_date),
    },
  ];
}

function invoiceRow(home: ImportHome, { contact, outcome: { balanceCents } }: AddedContact, { now, actor }: Occasion) {
  if (balanceCents === 0) return [];
  const { company_id, receipts } = home;
  const row = {
    id: uuid(),
    company_id,
    location_id: home.id,
    contact_id: contact.id,
    kind: 'manual_balance',
    status: 'open',
    description: balanceName,
    subtotal_cents: balanceCents,
    // The balance from the other product includes tax.
    tax_rate: 0,
    tax_cents: 0,
    total_cents: balanceCents,
    paid_cents: 0,
    due_cents: balanceCents,
    currency: defaultCurrency,
    customer_first_name: contact.first_name,
    customer_last_name: contact.last_name,
    customer_email: contact.email,
    customer_phone: contact.phone,
    location_name: home.name,
    company_name: home.company_name,
    notes: '',
    metadata: withReceipt(receipts),
    created_by: toUserId(actor),
    created_at: now,
    updated_at: now,
  };
  return [row];
}

const balanceName = 'Balance carried over';

const toLine = ({ id, company_id, total_cents }: ReturnType<typeof invoiceRow>[number]) => ({
  invoice_id: id,
  position: 0,
  company_id,
  type: 'location_fee',
  item_id: null,
  name: balanceName,
  description: '',
  quantity: 1,
  price_cents: total_cents,
  total_cents,
});

type ImportedTable =
  | 'contact_memberships'
  | 'membership_periods'
  | 'invoices'
  | 'invoice_lines'
  | 'stripe_customers'
  | 'activity';

async function insert(tx: Tx, table: ImportedTable, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}
