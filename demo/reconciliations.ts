import { sql } from 'kysely';
import { addDays, endOfDay, startOfDay, todayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { compareBooks, readBooks, reconciliationsRepo } from '#server/modules/reconciliations/index.ts';
import { seeded } from './random.ts';
import { atLatest, momentOn } from './time.ts';

interface Admin {
  company_id: string;
  user_id: string;
  name: string;
  timezone: string;
}

/** This morning an admin of each company compared the invoices and the cash of the last days. */
export async function addReconciliations(tx: Tx, now: Date): Promise<void> {
  const { rows: admins } = await sql<Admin>`
    select distinct on (a.company_id) a.company_id, u.id as user_id, u.first_name || ' ' || u.last_name as name, l.timezone
      from company_admins a join users u on u.id = a.user_id join locations l on l.company_id = a.company_id
     order by a.company_id, a.created_at, u.id, l.created_at, l.id`.execute(tx);
  const repo = reconciliationsRepo(tx);
  for (const { company_id, user_id, name, timezone } of admins) {
    const today = todayIn(timezone, now);
    const [from_day, to_day] = [addDays(today, -6), addDays(today, -1)];
    const created_at = atLatest(now, momentOn(timezone, today, 8 * 60));
    const id = seeded(`reconciliation of ${company_id}`).id(created_at);
    await repo.start({ id, company_id, from_day, to_day, started_by: user_id, started_by_name: name, created_at });
    const books = await readBooks(tx, company_id, {
      since: startOfDay(timezone, from_day),
      before: endOfDay(timezone, to_day),
    });
    // Without a Stripe account there is nothing to compare card payments with.
    const { matched, differences } = compareBooks(
      { ...books, card: [] },
      { card: [], disputes: [], fees: [], payouts: [], others: [] },
    );
    const result = {
      matched,
      differences,
      difference_count: differences.length,
      fees_cents: 0,
      payouts_cents: 0,
      is_test_mode: null,
    };
    await repo.finish({ id, company_id }, { ...result, finishedAt: created_at });
  }
}
