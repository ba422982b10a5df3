import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type CompanyExportTable } from '#server/platform/database/schema.ts';

const listed = 20;

export const exportsRepo = (tx: Tx) => ({
  newest: (companyId: string) =>
    tx
      .selectFrom('company_exports')
      .select(columns.company_exports)
      .where('company_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(listed)
      .execute(),

  /** Undefined when one is open. */
  add: (row: Insertable<CompanyExportTable>) =>
    tx
      .insertInto('company_exports')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns.company_exports)
      .executeTakeFirst(),

  change: (id: string, change: Updateable<CompanyExportTable>) =>
    tx.updateTable('company_exports').set(change).where('id', '=', id).execute(),

  companyName: async (companyId: string): Promise<string> =>
    (await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()).name,
});
