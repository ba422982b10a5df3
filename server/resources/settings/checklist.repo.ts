import { sql } from 'kysely';
import type { Checklist } from '#domain/contract/checklist.ts';
import type { Tx } from '#server/db/database.ts';

type Facts = Omit<Checklist, 'dismissedAt' | 'receipts' | 'payments'> & { stripe: boolean };

/** What the company's rows say about the steps of its checklist. */
export async function checklistFacts(tx: Tx, companyId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select exists (select from locations where company_id = ${companyId}::uuid and archived_at is null and address <> '' and city <> '') as location,
           exists (select from stripe_configs where company_id = ${companyId}::uuid) as stripe,
           exists (select from memberships where company_id = ${companyId}::uuid and archived_at is null) as plan,
           exists (select from sales_items where company_id = ${companyId}::uuid and archived_at is null) as "salesItem",
           (select count(*) > 1 from (select user_id from company_admins where company_id = ${companyId}::uuid
                                      union select user_id from location_access where company_id = ${companyId}::uuid) as people) as staff,
           exists (select from contacts where company_id = ${companyId}::uuid and archived_at is null) as contacts`.execute(tx);
  return rows[0] as Facts;
}
