import { sql, type Insertable } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, listColumns, type SignatureRow, type SignatureTable } from '#server/platform/database/schema.ts';

/** Has the agreement's last 'ask everyone to sign again'. */
export interface StoredSignature extends SignatureRow {
  readonly sign_again_at: Date | null;
}

/** A version with its agreement. */
export interface SignableVersion {
  readonly id: string;
  readonly company_id: string;
  readonly location_id: string | null;
  readonly agreement_id: string;
  readonly agreement_name: string;
  readonly sign_again_at: Date | null;
  readonly version_number: number;
  readonly newest_number: number;
  /** Everyone was asked to sign a newer version, and this one would count as that. */
  readonly is_outdated: boolean;
  readonly file_key: string;
  readonly file_name: string;
  readonly sha256: Buffer;
  readonly file_size: number;
}

export const signaturesRepo = (tx: Tx) => ({
  /** The newest first. */
  ofContact: (contactId: string): Promise<StoredSignature[]> =>
    withAgreement(tx)
      .where('s.contact_id', '=', contactId)
      .orderBy('s.signed_at', 'desc')
      .orderBy('s.id', 'desc')
      .execute(),

  one: (id: string): Promise<StoredSignature | undefined> =>
    withAgreement(tx).where('s.id', '=', id).executeTakeFirst(),

  /** In the order of the ids. Those of deleted agreements are left out. */
  versions: (ids: readonly string[]): Promise<SignableVersion[]> =>
    tx
      .selectFrom('agreement_versions as v')
      .innerJoin('agreements as a', 'a.id', 'v.agreement_id')
      .select([
        'v.id',
        'v.company_id',
        'v.agreement_id',
        'v.version_number',
        'v.file_key',
        'v.file_name',
        'v.file_size',
      ])
      .select(['v.sha256', 'a.location_id', 'a.name as agreement_name', 'a.sign_again_at'])
      .select(
        sql<number>`(select max(n.version_number) from agreement_versions n where n.agreement_id = a.id)`.as(
          'newest_number',
        ),
      )
      .select(
        sql<boolean>`exists (
          select from agreement_versions n
           where n.agreement_id = a.id and n.version_number > v.version_number and n.created_at <= a.sign_again_at)`.as(
          'is_outdated',
        ),
      )
      .where('v.id', 'in', ids)
      .where('a.archived_at', 'is', null)
      .orderBy(sql`array_position(${ids}::uuid[], v.id)`)
      .execute(),

  /** Undefined when this version is signed already and need not be signed again. */
  add: (row: Insertable<SignatureTable>): Promise<SignatureRow | undefined> =>
    tx
      .insertInto('signatures')
      .values(row)
      .onConflict((conflict) => conflict.columns(['contact_id', 'agreement_version_id', 'asked_at']).doNothing())
      .returning(columns.signatures)
      .executeTakeFirst(),

  ofVersion: (contactId: string, versionId: string, askedAt: Date): Promise<StoredSignature | undefined> =>
    withAgreement(tx)
      .where('s.contact_id', '=', contactId)
      .where('s.agreement_version_id', '=', versionId)
      .where('s.asked_at', '=', askedAt)
      .executeTakeFirst(),

  addDrawing: (signatureId: string, companyId: string, png: Uint8Array) =>
    tx
      .insertInto('signature_drawings')
      .values({ signature_id: signatureId, company_id: companyId, png: Buffer.from(png) })
      .execute(),

  agreement: (id: string) =>
    tx
      .selectFrom('agreements')
      .select(['id', 'company_id', 'location_id', 'name'])
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst(),

  askAgain: (id: string, now: Date) =>
    tx.updateTable('agreements').set({ sign_again_at: now }).where('id', '=', id).execute(),

  isHeldBy: async (contactMembershipId: string, contactId: string): Promise<boolean> =>
    (await tx
      .selectFrom('contact_memberships')
      .select('id')
      .where('id', '=', contactMembershipId)
      .where('contact_id', '=', contactId)
      .executeTakeFirst()) !== undefined,
});

const withAgreement = (tx: Tx) =>
  tx
    .selectFrom('signatures as s')
    .innerJoin('agreements as a', 'a.id', 's.agreement_id')
    .select(listColumns('signatures', 's'))
    .select('a.sign_again_at');
