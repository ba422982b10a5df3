import { sql, type Updateable } from 'kysely';
import type { ReconciliationListQuery } from '#domain/reconciliations/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, paginate } from '#server/platform/database/paginate.ts';
import {
  columns,
  listColumns,
  type ReconciliationRow,
  type ReconciliationTable,
} from '#server/platform/database/schema.ts';
import type { BookDiscrepancy } from './compare.ts';

interface Found extends Pick<ReconciliationRow, 'difference_count'> {
  readonly finishedAt: Date;
  /** The first ones. */
  readonly differences: readonly BookDiscrepancy[];
}

export interface ReconciliationResult
  extends Found, Pick<ReconciliationRow, 'matched' | 'fees_cents' | 'payouts_cents' | 'is_test_mode'> {}

type Run = Pick<ReconciliationRow, 'id' | 'company_id'>;

export const reconciliationsRepo = (tx: Tx) => ({
  /** Newest first. */
  page: (query: ReconciliationListQuery, companyId: string) =>
    paginate(query, async (page) => {
      const { rows } = await sql<ReconciliationRow & { total_count: number }>`
        select ${sql.raw(listColumns('reconciliations', 'r').join(', '))}, count(*) over () as total_count
          from reconciliations as r where r.company_id = ${companyId} and ${isAskedFor(sql`r.id`, query.ids)}
         order by r.created_at desc, r.id desc limit ${page.limit} offset ${getOffset(page)}`.execute(tx);
      return rows;
    }),

  one: (id: string) =>
    tx.selectFrom('reconciliations').select(columns.reconciliations).where('id', '=', id).executeTakeFirst(),

  running: (companyId: string) =>
    tx
      .selectFrom('reconciliations')
      .select(columns.reconciliations)
      .where('company_id', '=', companyId)
      .where('status', '=', 'running')
      .executeTakeFirst(),

  differences: (id: string) =>
    tx
      .selectFrom('reconciliation_discrepancies')
      .select(columns.reconciliation_discrepancies)
      .where('reconciliation_id', '=', id)
      .orderBy('position')
      .execute(),

  /** Undefined when one is already running, or another server has started this night's. */
  start: (
    row: Pick<
      ReconciliationRow,
      'id' | 'company_id' | 'from_day' | 'to_day' | 'started_by' | 'started_by_name' | 'created_at'
    >,
  ) =>
    tx
      .insertInto('reconciliations')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns.reconciliations)
      .executeTakeFirst(),

  /** Each run counts as a crash until it ends. Undefined if another server has finished it. */
  async begin(id: string): Promise<number | undefined> {
    const run = await tx
      .updateTable('reconciliations')
      .set((row) => ({ crashes: row('crashes', '+', 1) }))
      .where('id', '=', id)
      .where('status', '<>', 'completed')
      .returning('crashes')
      .executeTakeFirst();
    return run?.crashes;
  },

  /** It was stopped and did not crash. */
  stop: (id: string) => tx.updateTable('reconciliations').set({ crashes: 0 }).where('id', '=', id).execute(),

  finish: (run: Run, { finishedAt, differences, ...result }: ReconciliationResult) =>
    end(tx, run, differences, {
      ...result,
      status: 'completed',
      finished_at: finishedAt,
      failure: null,
      try_again_at: null,
    }),

  /** Stores what the ledger and the cash alone showed. */
  fail: (
    run: Run,
    failure: string,
    { finishedAt, tryAgainAt, differences, difference_count }: Found & { readonly tryAgainAt: Date | null },
  ) =>
    end(tx, run, differences, {
      status: 'failed',
      failure,
      difference_count,
      finished_at: finishedAt,
      try_again_at: tryAgainAt,
    }),

  /** The time zone of the company's first location. */
  async timezone(companyId: string): Promise<string> {
    const first = await tx
      .selectFrom('locations')
      .select('timezone')
      .where('company_id', '=', companyId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return first?.timezone ?? 'UTC';
  },
});

/** Changes nothing if another server has finished it. */
async function end(
  tx: Tx,
  run: Run,
  differences: Found['differences'],
  outcome: Updateable<ReconciliationTable>,
): Promise<void> {
  const ended = await tx
    .updateTable('reconciliations')
    .set((row) => ({ ...outcome, tries: row('tries', '+', 1), crashes: 0 }))
    .where('id', '=', run.id)
    .where('status', '<>', 'completed')
    .returning('id')
    .executeTakeFirst();
  if (ended) await storeDifferences(tx, run, differences);
}

/** They replace those of an earlier try. */
async function storeDifferences(
  tx: Tx,
  { id, company_id }: Pick<ReconciliationRow, 'id' | 'company_id'>,
  differences: readonly BookDiscrepancy[],
): Promise<void> {
  await tx.deleteFrom('reconciliation_discrepancies').where('reconciliation_id', '=', id).execute();
  if (differences.length === 0) return;
  const rows = differences.map(({ kind, amount, detail, stripeId, invoiceId, paymentId, drawerId }, position) => ({
    position,
    kind,
    amount_cents: amount,
    detail,
    stripe_id: stripeId ?? null,
    invoice_id: invoiceId ?? null,
    payment_id: paymentId ?? null,
    drawer_id: drawerId ?? null,
  }));
  await sql`
    insert into reconciliation_discrepancies (reconciliation_id, company_id, position, kind, amount_cents, detail, stripe_id, invoice_id, payment_id, drawer_id)
    select ${id}::uuid, ${company_id}::uuid, position, kind, amount_cents, detail, stripe_id, invoice_id, payment_id, drawer_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d (position int, kind text, amount_cents bigint, detail text, stripe_id text, invoice_id uuid, payment_id uuid, drawer_id uuid)`.execute(
    tx,
  );
}
