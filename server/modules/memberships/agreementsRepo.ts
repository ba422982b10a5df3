import { sql, type SqlBool } from 'kysely';
import { columns, listColumns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AgreementRow } from '#server/platform/database/schema.ts';

interface Plan {
  id: string;
  company_id: string;
}

export const planAgreementsRepo = (tx: Tx) => ({
  /** In display order. */
  bound: (membershipId: string): Promise<AgreementRow[]> =>
    tx
      .selectFrom('membership_agreements as b')
      .innerJoin('agreements as a', 'a.id', 'b.agreement_id')
      .select(listColumns('agreements', 'a'))
      .where('b.membership_id', '=', membershipId)
      .where('a.archived_at', 'is', null)
      .orderBy('a.display_order')
      .orderBy('a.id')
      .execute(),

  found: (ids: readonly string[]): Promise<AgreementRow[]> =>
    tx
      .selectFrom('agreements as a')
      .select(columns.agreements)
      .where(sql<SqlBool>`a.id = any (${ids}::uuid[])`)
      .where('a.archived_at', 'is', null)
      .execute(),

  async bind(plan: Plan, agreementIds: readonly string[]): Promise<void> {
    if (agreementIds.length === 0) return;
    const own = { company_id: plan.company_id, membership_id: plan.id };
    await tx
      .insertInto('membership_agreements')
      .values(agreementIds.map((agreement_id) => ({ ...own, agreement_id })))
      .execute();
  },

  async unbind(plan: Plan, agreementIds: readonly string[]): Promise<void> {
    await tx
      .deleteFrom('membership_agreements')
      .where('membership_id', '=', plan.id)
      .where(sql<SqlBool>`agreement_id = any (${agreementIds}::uuid[])`)
      .execute();
  },
});
