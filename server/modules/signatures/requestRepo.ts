import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';

/** Searched in all companies. */
export async function findRequestCompany(db: Tx, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string | null }>`
    select signature_request_company(${hash}) as company_id`.execute(db);
  return rows[0]?.company_id ?? undefined;
}

/** The newest version of each of these agreements, in their order. */
export const findNewestVersions = (tx: Tx, companyId: string, agreementIds: readonly string[]) =>
  tx
    .selectFrom('agreements as a')
    .innerJoin('agreement_versions as v', 'v.agreement_id', 'a.id')
    .distinctOn(['a.display_order', 'a.id'])
    .select(['v.id', 'a.name'])
    .where('a.company_id', '=', companyId)
    .where('a.id', 'in', agreementIds)
    .where('a.archived_at', 'is', null)
    .orderBy('a.display_order')
    .orderBy('a.id')
    .orderBy('v.version_number', 'desc')
    .execute();

export const signatureRequestsRepo = (tx: Tx) => ({
  byHash: (hash: Buffer) =>
    tx
      .selectFrom('signature_requests')
      .select(columns.signature_requests)
      .where('token_hash', '=', hash)
      .executeTakeFirst(),

  one: (id: string) =>
    tx.selectFrom('signature_requests').select(columns.signature_requests).where('id', '=', id).executeTakeFirst(),

  /** Two presses wait for each other. */
  forUpdate: (hash: Buffer) =>
    tx
      .selectFrom('signature_requests')
      .select(columns.signature_requests)
      .where('token_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst(),

  noteOpened: (id: string, now: Date) =>
    tx
      .updateTable('signature_requests')
      .set({ opened_at: now })
      .where('id', '=', id)
      .where('opened_at', 'is', null)
      .execute(),

  end: (id: string, now: Date) =>
    tx.updateTable('signature_requests').set({ signed_at: now }).where('id', '=', id).execute(),
});
