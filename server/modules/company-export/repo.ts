import { addHours } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { type CompanyExport, exportStatuses } from '#domain/company-export/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ExportRow } from '#server/platform/database/schema.ts';

/** How long an archive can be downloaded. */
const keptHours = 24;

export const exportsRepo = (tx: Tx) => ({
  latest: (companyId: string) =>
    tx
      .selectFrom('exports')
      .select(columns.exports)
      .where('company_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Nothing if one is being made. */
  insert: (companyId: string, { id, name }: { id: string; name: string }, now: Date) =>
    tx
      .insertInto('exports')
      .values({ id: uuid(), company_id: companyId, requested_by: id, requested_by_name: name, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns.exports)
      .executeTakeFirst(),

  due: () =>
    tx
      .selectFrom('exports')
      .select(columns.exports)
      .where('status', 'in', ['waiting', 'running'])
      .orderBy('created_at')
      .execute(),

  start: (id: string) =>
    tx
      .updateTable('exports')
      .set((eb) => ({ status: 'running', progress: 0, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute(),

  /** False if it was withdrawn meanwhile. */
  progress: (id: string, percent: number) => changeRunning(tx, id, { progress: percent }),

  /** False if it was withdrawn meanwhile. */
  finish: (id: string, { key, size }: { key: string; size: number }, now: Date) =>
    changeRunning(tx, id, {
      status: 'ready',
      progress: 100,
      archive_key: key,
      archive_size: size,
      expires_at: addHours(now, keptHours),
    }),

  fail: (id: string) => tx.updateTable('exports').set({ status: 'failed' }).where('id', '=', id).execute(),

  expired: (now: Date) =>
    tx
      .selectFrom('exports')
      .select(['id', 'company_id', 'archive_key'])
      .where('status', '=', 'ready')
      .where('expires_at', '<=', now)
      .execute(),

  expire: (id: string) =>
    tx.updateTable('exports').set({ status: 'expired', archive_key: null }).where('id', '=', id).execute(),
});

async function changeRunning(tx: Tx, id: string, change: Partial<ExportRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Null once it has expired. */
export function toExport(row: ExportRow, now: Date, urlOf: (key: string, at: Date) => string): CompanyExport | null {
  const status = exportStatuses.find((one) => one === row.status);
  if (!status || (row.expires_at && row.expires_at <= now)) return null;
  return {
    id: row.id,
    status,
    progress: row.progress,
    requestedBy: row.requested_by_name,
    requestedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    size: row.archive_size === null ? null : Number(row.archive_size),
    ...(row.archive_key && { url: urlOf(row.archive_key, row.created_at) }),
  };
}
