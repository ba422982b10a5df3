import { chunk, groupBy } from 'es-toolkit';
import { sql } from 'kysely';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';

interface DueNotice {
  readonly company_id: string;
  readonly kind: 'renewal-upcoming' | 'membership-ending';
  /** The membership. */
  readonly id: string;
  readonly day: CalendarDate;
}

/** The largest number of rows that one query returns, and that one statement writes. */
const found = 2_000;
const batch = 200;

/**
 * Writes the emails about upcoming renewals and ends, once for each renewal or end. Several processes may run it at once: the
 * membership's row stores the day of the notice, and only one process changes it.
 */
export async function writeNotices(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const failures: unknown[] = [];
  for (let more = true; more && failures.length === 0;) {
    const { rows } = await sql<DueNotice>`
      select company_id, kind, id, day from due_notices(${now}, ${JSON.stringify(settingsDefaults.emails)}::jsonb, ${found})`.execute(
      database.unscoped,
    );
    for (const [companyId, notices] of Object.entries(groupBy(rows, ({ company_id }) => company_id))) {
      for (const some of chunk(notices, batch)) {
        if (signal?.aborted) return;
        await database
          .scoped([companyId], (tx) => markAndQueue(tx, some, now))
          .catch((error: unknown) => failures.push(error));
      }
    }
    more = rows.length === found;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Notices of ${failures.length} batches could not be written`);
}

/** Marks the memberships, and queues an email for each that was not marked before. */
async function markAndQueue(tx: Tx, notices: readonly DueNotice[], now: Date): Promise<void> {
  for (const [kind, some] of Object.entries(groupBy(notices, (notice) => notice.kind))) {
    const noticedFor = sql.ref(kind === 'renewal-upcoming' ? 'renewal_noticed_for' : 'ending_noticed_for');
    const [ids, days] = [some.map(({ id }) => id), some.map(({ day }) => day)];
    await sql`
      with marked as (
        update contact_memberships as m set ${noticedFor} = n.day
          from unnest(${ids}::uuid[], ${days}::date[]) as n (id, day)
         where m.id = n.id and m.${noticedFor} is distinct from n.day
        returning m.id, m.company_id, m.contact_id, n.day)
      insert into emails (company_id, contact_id, kind, data, due_at, created_at)
      select a.company_id, a.contact_id, ${kind}, jsonb_build_object('membershipId', a.id, 'on', a.day), ${now}, ${now}
        from marked as a`.execute(tx);
  }
}
