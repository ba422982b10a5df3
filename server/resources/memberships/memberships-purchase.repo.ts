import type { Insertable } from 'kysely';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { ContactMembershipTable } from '#server/db/sales-schema.ts';

export const purchaseRepo = (tx: Tx) => ({
  contact: (id: string, companyId: string) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'home_location_id'])
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null)
      .executeTakeFirst(),

  location: (id: string) =>
    tx.selectFrom('locations').select(['id', 'timezone']).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst(),

  add: (row: Insertable<ContactMembershipTable>) => tx.insertInto('contact_memberships').values(row).execute(),

  /** What the invoice bought, once it is paid. */
  granted: (invoiceId: string) =>
    tx
      .selectFrom('contact_memberships')
      .select(columns.contact_memberships)
      .where('invoice_id', '=', invoiceId)
      .where('granted_at', 'is not', null)
      .executeTakeFirst(),
});
