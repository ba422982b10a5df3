import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { lockUntilCommit, tryLockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

const lockName = (companyId: string) => `archives ${companyId}`;

/**
 * The last step of an erasure: archives of the company that are ready expire, and one that is being made is begun again, since it may
 * have the person in it. From here to the commit none begins.
 */
export async function withdrawArchives(tx: Tx, companyId: string, now: Date): Promise<void> {
  await lockUntilCommit(tx, lockName(companyId));
  await sql`
    update exports
       set expires_at = case status when 'ready' then ${now}::timestamptz end,
           attempts = case status when 'running' then attempts - 1 else attempts end,
           status = case status when 'running' then 'waiting' else status end
     where company_id = ${companyId} and status in ('running', 'ready')`.execute(tx);
}

/** False while an erasure is about to commit: an archive that begins now would still have the person in it. */
export const mayBeginArchive = (tx: Tx, companyId: string): Promise<boolean> =>
  tryLockUntilCommit(tx, lockName(companyId));
