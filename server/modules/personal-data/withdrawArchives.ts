import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

const lockOf = (companyId: string) => sql`hashtextextended(${`archives ${companyId}`}, 0)`;

/**
 * The last step of an erasure: archives of the company that are ready expire, and one that is being made is begun again, since it may
 * have the person in it. From here to the commit none begins.
 */
export async function withdrawArchives(tx: Tx, companyId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(companyId)})`.execute(tx);
  await sql`
    update exports
       set expires_at = case status when 'ready' then ${now}::timestamptz end,
           attempts = case status when 'running' then attempts - 1 else attempts end,
           status = case status when 'running' then 'waiting' else status end
     where company_id = ${companyId} and status in ('running', 'ready')`.execute(tx);
}

/** False while an erasure is about to commit: an archive that begins now would still have the person in it. */
export async function mayBeginArchive(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock(${lockOf(companyId)}) as may`.execute(
    tx,
  );
  return rows[0]?.may === true;
}
