import type { Selectable } from 'kysely';
import type { ContactMembership, ContactMembershipQuery } from '#domain/contract/contacts-memberships.ts';
import { fromCents } from '#domain/rules/money.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { ContactMembershipTable } from '#server/db/sales-schema.ts';
import { offsetOf } from '#server/db/paginate.ts';

/** A bought plan as the history shows it. */
export const toContactMembership = (row: Selectable<ContactMembershipTable>): ContactMembership => ({
  id: row.id,
  contactId: row.contact_id,
  membershipId: row.membership_id,
  membershipName: row.membership_name,
  membershipType: row.membership_type,
  locationId: row.location_id,
  startDate: row.start_date,
  endDate: row.end_date,
  contractEndDate: row.contract_end_date,
  purchaseDate: row.purchase_date.toISOString(),
  purchasePrice: fromCents(row.purchase_price_cents),
  billingFrequency: row.billing_frequency,
  accessEnabled: row.access_enabled,
  autoRenew: row.auto_renew,
});

export const contactMembershipsRepo = (tx: Tx) => ({
  /** What a contact has bought and paid for, newest first. */
  async page(contactId: string, query: ContactMembershipQuery) {
    const bought = () =>
      tx.selectFrom('contact_memberships').where('contact_id', '=', contactId).where('granted_at', 'is not', null);
    const rows = await bought()
      .select(columns.contact_memberships)
      .orderBy('purchase_date', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(offsetOf(query))
      .execute();
    const { total } = await bought()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total };
  },
});
