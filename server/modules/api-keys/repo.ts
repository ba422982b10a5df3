import { sql, type Insertable } from 'kysely';
import type { ApiKey } from '#domain/api-keys/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ApiKeyRow, ApiKeyTable } from '#server/platform/database/schema.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

type ListedRow = Omit<ApiKeyRow, 'key_hash' | 'revoked_at'> & { created_by_name: string };

export const apiKeysRepo = (tx: Tx) => {
  const live = () =>
    tx
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.created_by')
      .select([
        'k.id',
        'k.company_id',
        'k.name',
        'k.kind',
        'k.start',
        'k.scopes',
        'k.location_ids',
        'k.origins',
        'k.created_by',
      ])
      .select(['k.created_at', 'k.expires_at', 'k.last_used_at', 'k.last_used_address'])
      .select(sql<string>`u.first_name || ' ' || u.last_name`.as('created_by_name'))
      .where('k.revoked_at', 'is', null);

  return {
    /** The newest first. Expired keys are listed until they are revoked. */
    of: (companyId: string): Promise<ListedRow[]> =>
      live().where('k.company_id', '=', companyId).orderBy('k.created_at', 'desc').orderBy('k.id', 'desc').execute(),

    one: (id: string): Promise<ListedRow | undefined> => live().where('k.id', '=', id).executeTakeFirst(),

    insert: (row: Insertable<ApiKeyTable>) => tx.insertInto('api_keys').values(row).execute(),

    /** False when it was revoked before. */
    async revoke(id: string, at: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Two that count at once wait for each other. */
    async count(companyId: string): Promise<number> {
      await lockUntilCommit(tx, `api keys ${companyId}`);
      const { total } = await tx
        .selectFrom('api_keys')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('company_id', '=', companyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
};

export const toApiKey = (row: ListedRow): ApiKey => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  kind: row.kind,
  start: row.start,
  scopes: row.scopes,
  locationIds: row.location_ids,
  origins: row.origins,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by, name: row.created_by_name },
});
