import type { Erasure } from '#domain/personal-data/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactErasureRow } from '#server/platform/database/schema.ts';

export const toErasure = (row: ContactErasureRow): Erasure => ({
  contactId: row.contact_id,
  askedAt: row.asked_at.toISOString(),
  askedBy: row.asked_by_name,
  dueAt: row.due_at.toISOString(),
  refusal: row.refusal,
});

/** The one that waits for its time. Null for a contact that nobody asked to be erased. */
export async function findErasure(tx: Tx, contactId: string): Promise<Erasure | null> {
  const row = await tx
    .selectFrom('contact_erasures')
    .select(columns.contact_erasures)
    .where('contact_id', '=', contactId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row ? toErasure(row) : null;
}
