import type { InsertObject } from 'kysely';
import type { Catalog } from './catalog.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/schema.ts';

/** In an order that satisfies the foreign keys. */
export const demoTables = [
  'users',
  'companies',
  'company_settings',
  'company_admins',
  'locations',
  'location_access',
  'company_users',
  'location_fees',
  'contacts',
  'contact_notes',
  'households',
  'household_members',
  'sales_items',
  'memberships',
  'membership_sales_items',
  'agreements',
  'agreement_versions',
  'membership_agreements',
  'invoices',
  'invoice_lines',
  'payments',
  'refunds',
  'contact_memberships',
  'membership_periods',
  'signatures',
  'renewals',
  'membership_freezes',
  'checkins',
  'pack_visits',
  'stripe_customers',
  'saved_cards',
  'parked_sales',
  'doors',
  'devices',
  'device_doors',
] as const;

export type DemoTable = (typeof demoTables)[number];
export type DemoRows = { [T in DemoTable]: InsertObject<Tables, T>[] };

/** What is made so far; each `seed…` adds its rows. */
export interface Demo {
  readonly rows: DemoRows;
  readonly places: readonly Place[];
  readonly catalog: Catalog;
  readonly people: readonly Person[];
  /** The files to store, by key. */
  readonly files: Map<string, Buffer>;
  readonly now: Date;
}

export const emptyRows = (): DemoRows => ({
  users: [],
  companies: [],
  company_settings: [],
  company_admins: [],
  locations: [],
  location_access: [],
  company_users: [],
  location_fees: [],
  contacts: [],
  contact_notes: [],
  households: [],
  household_members: [],
  sales_items: [],
  memberships: [],
  membership_sales_items: [],
  agreements: [],
  agreement_versions: [],
  membership_agreements: [],
  invoices: [],
  invoice_lines: [],
  payments: [],
  refunds: [],
  contact_memberships: [],
  membership_periods: [],
  signatures: [],
  renewals: [],
  membership_freezes: [],
  checkins: [],
  pack_visits: [],
  stripe_customers: [],
  saved_cards: [],
  parked_sales: [],
  doors: [],
  devices: [],
  device_doors: [],
});

/** Keeps a statement's parameters well below PostgreSQL's limit of 65,535. */
const rowsAtOnce = 500;

export async function insertAll<T extends DemoTable>(
  tx: Tx,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
}
