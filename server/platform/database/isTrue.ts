import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

export async function isTrue(tx: Tx, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ value: boolean }>`select ${condition} as value`.execute(tx);
  return rows[0]?.value === true;
}
