import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';

export interface NewPasskey {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
}

export const passkeyRepo = (tx: Tx) => ({
  ofUser: (userId: string) =>
    tx
      .selectFrom('passkeys')
      .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byCredential: (credentialId: string) =>
    tx
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
      .where('credential_id', '=', credentialId)
      .executeTakeFirst(),

  /** False when it is registered already. */
  async add(passkey: NewPasskey): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('passkeys')
      .values({ ...passkey, last_used_at: null })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  },

  /** False when the counter is not above the stored one, or the passkey was removed. Devices without a counter send 0. */
  async use(id: string, counter: number, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ counter, last_used_at: now })
      .where('id', '=', id)
      .where((row) =>
        row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row(row.val(counter), '=', 0)])]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async remove(userId: string, id?: string): Promise<string[]> {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('name')
      .execute();
    return removed.map(({ name }) => name);
  },

  addChallenge: (challenge: string, userId: string | null, expiresAt: Date) =>
    tx
      .insertInto('passkey_challenges')
      .values({ challenge_hash: hashOfToken(challenge), user_id: userId, expires_at: expiresAt })
      .execute(),

  /** Once. False when there is none. */
  async takeChallenge(challenge: string, userId: string | null, now: Date): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashOfToken(challenge))
      .where('user_id', 'is not distinct from', userId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  markByPasskey: (id: string) => tx.updateTable('sessions').set({ by_passkey: true }).where('id', '=', id).execute(),

  /** The session needs a second factor and the person's only one is a passkey. */
  async isAwaited(sessionId: string): Promise<boolean> {
    const { rows } = await sql<{ is_awaited: boolean }>`
      select needs_second_factor(s.id) and exists (select from passkeys p where p.user_id = s.user_id) as is_awaited
        from sessions s where s.id = ${sessionId}`.execute(tx);
    return rows[0]?.is_awaited === true;
  },
});
