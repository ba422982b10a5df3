import type { NewIndex } from '../buildIndex.ts';

/** What a member owed before the import of contacts. It is owed and collected, but was never sold here. */
export const openingBalances = /* sql */ `
alter table invoices add column is_opening_balance boolean not null default false;
set local role spotter_maintenance;
update invoices i set is_opening_balance = true
 where i.description = 'Balance carried over'
   and exists (select from invoice_lines n where n.invoice_id = i.id and n.item_id is null and n.name = 'Balance carried over');
reset role;
`;

/** The sales without them, for the sums of reports. It replaces `invoices_sold`, which the previous build reads. */
export const salesIndexes: readonly NewIndex[] = [
  {
    name: 'invoices_sales',
    on: `invoices (company_id, location_id, created_at) include (subtotal_cents, tax_cents)
      where (status not in ('draft', 'void') or written_off_cents > 0) and not is_opening_balance`,
  },
];
