import { sql } from 'kysely';
import type { Checklist } from '#domain/setup/checklist.ts';
import type { SettingsChange } from '#domain/settings/companySettings.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';

export const settingsRepo = (tx: Tx) => ({
  one: (companyId: string) =>
    tx
      .selectFrom('company_settings')
      .select(columns.company_settings)
      .where('company_id', '=', companyId)
      .executeTakeFirst(),

  /** Unchanged settings have this time. */
  companyCreatedAt: async (companyId: string): Promise<Date> =>
    (await tx.selectFrom('companies').select('created_at').where('id', '=', companyId).executeTakeFirstOrThrow())
      .created_at,

  companyName: async (companyId: string): Promise<string> =>
    (await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()).name,

  async foreignPlans(companyId: string, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select asked.id from unnest(${[...ids]}::uuid[]) as asked (id)
       where not exists (select from memberships m where m.id = asked.id and m.company_id = ${companyId})`.execute(tx);
    return rows.map(({ id }) => id);
  },

  async lock(companyId: string) {
    await tx
      .insertInto('company_settings')
      .columns(['company_id', 'updated_at'])
      .expression((eb) => eb.selectFrom('companies').select(['id', 'created_at']).where('id', '=', companyId))
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    return tx
      .selectFrom('company_settings')
      .select(columns.company_settings)
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  },

  /** The grace period of memberships whose next renewal has neither failed nor been billed. */
  saveUnbilledGrace: (companyId: string, graceDays: number) =>
    tx
      .updateTable('contact_memberships')
      .set({ unbilled_grace: graceDays })
      .where('company_id', '=', companyId)
      .where('unbilled_grace', 'is not', null)
      .where('unbilled_grace', '<>', graceDays)
      .execute(),

  save: (
    companyId: string,
    { memberships, payments, receipts, checkins, emails, checklist, accounting, security, privacy }: SettingsChange,
  ) =>
    tx
      .updateTable('company_settings')
      .set({
        memberships: JSON.stringify(memberships),
        payments: JSON.stringify(payments),
        receipts: JSON.stringify(receipts),
        checkins: JSON.stringify(checkins),
        emails: JSON.stringify(emails),
        checklist: JSON.stringify(checklist),
        accounting: JSON.stringify(accounting),
        security: JSON.stringify(security),
        privacy: JSON.stringify(privacy),
        updated_at: nextUpdatedAt(),
      })
      .where('company_id', '=', companyId)
      .returning(columns.company_settings)
      .executeTakeFirstOrThrow(),
});

type ChecklistFacts = Omit<Checklist, 'dismissedAt' | 'receipts' | 'payments'> & { stripe: boolean };

export async function readChecklistFacts(tx: Tx, companyId: string): Promise<ChecklistFacts> {
  const { rows } = await sql<ChecklistFacts>`
    select exists (select from locations where company_id = ${companyId}::uuid and archived_at is null and address <> '' and city <> '') as location,
           exists (select from stripe_configs where company_id = ${companyId}::uuid) as stripe,
           exists (select from memberships where company_id = ${companyId}::uuid and archived_at is null) as plan,
           exists (select from memberships where company_id = ${companyId}::uuid and archived_at is null and is_published and is_active) as "planOnSale",
           exists (select from sales_items where company_id = ${companyId}::uuid and archived_at is null) as "salesItem",
           (select count(*) > 1
              from (select user_id from company_admins where company_id = ${companyId}::uuid
                    union
                    select user_id from location_access where company_id = ${companyId}::uuid) as people
              left join company_users s on s.company_id = ${companyId}::uuid and s.user_id = people.user_id
             where s.status is distinct from 'disabled') as staff,
           exists (select from contacts where company_id = ${companyId}::uuid and archived_at is null) as contacts`.execute(
    tx,
  );
  return rows[0] as ChecklistFacts;
}
