import { sql, type RawBuilder } from 'kysely';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

/** So many days after a day began in UTC, it is over in every time zone, and no transaction writes about it any more. */
const daysUntilFinished = 3;
const longestMs = 10 * 60_000;

type FinishedSubject = 'ledger' | 'checkins' | 'memberships';

/** The days of one company: after the first, up to and including the second. It deletes what is there of later days. */
type InsertSums = (companyId: string, after: RawBuilder<unknown>, through: CalendarDate) => RawBuilder<unknown>;

/**
 * Adds the sums of finished days that are not summed yet. Days that a clock that was ahead took for finished are taken back: what is
 * booked on them would be missing.
 */
export async function sumFinishedDays(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  subject: FinishedSubject,
  insertSums: InsertSums,
): Promise<void> {
  const through = addDays(clock().toISOString().slice(0, 10), -daysUntilFinished);
  const companies = await database.acrossCompanies((tx) =>
    tx
      .selectFrom('companies as c')
      .leftJoin('finished_days as f', (join) => join.onRef('f.company_id', '=', 'c.id').on('f.subject', '=', subject))
      .select('c.id')
      .where((eb) => eb.or([eb('f.through', 'is', null), eb('f.through', '<>', through)]))
      .execute(),
  );
  for (const { id } of companies)
    await database.acrossCompanies(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
      await lockUntilCommit(tx, 'finished days');
      const after = sql`coalesce((select least(f.through, ${through}) from finished_days f where f.company_id = ${id} and f.subject = ${subject}), '-infinity')`;
      await insertSums(id, after, through).execute(tx);
      await sql`
        insert into finished_days (company_id, subject, through) values (${id}, ${subject}, ${through})
            on conflict (company_id, subject) do update set through = excluded.through`.execute(tx);
    });
}

/** Up to which day the sums of every company in scope go: '-infinity' before the first ones. */
export async function findFinishedThrough(tx: Tx, subject: FinishedSubject): Promise<CalendarDate> {
  const { rows } = await sql<{
    through: string;
  }>`select coalesce(finished_through(${subject})::text, '-infinity') as through`.execute(tx);
  return rows[0]?.through ?? '-infinity';
}
