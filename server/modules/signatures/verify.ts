import { sql } from 'kysely';
import { initials } from '#domain/signatures/signing.ts';
import type { FileHashes, Verdict } from '#domain/signatures/verifyContract.ts';
import type { Database } from '#server/platform/database/database.ts';
import { signaturesRepo } from './repo.ts';

const unknown: Verdict = { known: false, sealed: false, intact: false };

/** Searched in all companies. Says no more than the file itself. */
export async function verifyHashes(database: Database, { whole, before, seal }: FileHashes): Promise<Verdict> {
  const bytes = (hex: string | undefined) => (hex === undefined ? null : Buffer.from(hex, 'hex'));
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from find_sealed_signature(${bytes(whole)}::bytea, ${bytes(before)}::bytea, ${bytes(seal)}::bytea)`.execute(
    database.unscoped,
  );
  const [match] = rows;
  if (!match) return unknown;
  return database.readOnly([match.company_id], async (tx) => {
    const signature = await signaturesRepo(tx).one(match.id);
    if (!signature) return unknown;
    const { name: company } = await tx
      .selectFrom('companies')
      .select('name')
      .where('id', '=', match.company_id)
      .executeTakeFirstOrThrow();
    return {
      known: true,
      sealed: true,
      intact: signature.sealed_sha256?.toString('hex') === whole,
      company,
      agreement: signature.agreement_name,
      version: signature.version_number,
      signedAt: signature.signed_at.toISOString(),
      signer: initials(signature.guardian_name ?? signature.name),
    };
  });
}
