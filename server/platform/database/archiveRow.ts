import { sql } from 'kysely';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import type { Tx } from './database.ts';

export const archiveRow = (tx: Tx, table: 'agreements' | 'companies' | 'locations' | 'memberships', id: string) =>
  tx
    .updateTable(table)
    .set({ archived_at: sql`now()`, updated_at: nextUpdatedAt() })
    .where('id', '=', id)
    .execute();
