import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { hashOfRecoveryCode } from './secondFactorCodes.ts';

export const secondFactorRepo = (tx: Tx) => ({
  async isOn(userId: string): Promise<boolean> {
    const row = await tx
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  },

  async status(userId: string) {
    const { rows } = await sql<{ confirmed_at: Date | null; codes_left: number; is_required: boolean }>`
      select (select confirmed_at from second_factors where user_id = ${userId}) as confirmed_at,
             (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as codes_left,
             requires_second_factor(${userId}) as is_required`.execute(tx);
    const [status] = rows;
    if (!status) throw new Error('The status of two-step verification is one row');
    return status;
  },

  /** Replaces an earlier one that is not confirmed. False when a factor is on. */
  async begin(userId: string, sealed: string, now: Date): Promise<boolean> {
    const factor = { secret_sealed: sealed, confirmed_at: null, last_step: null, created_at: now };
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('second_factors')
      .values({ user_id: userId, ...factor })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(factor).where('second_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  },

  /** When two requests have the same code, the second finds it used. */
  lock: (userId: string) =>
    tx
      .selectFrom('second_factors')
      .select(['user_id', 'secret_sealed', 'confirmed_at', 'last_step', 'created_at'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst(),

  confirm: (userId: string, step: number, now: Date) =>
    tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', userId)
      .execute(),

  useStep: (userId: string, step: number) =>
    tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute(),

  async useRecoveryCode(userId: string, typed: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOfRecoveryCode(userId, typed))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async replaceRecoveryCodes(userId: string, codes: readonly string[]): Promise<void> {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(userId, code), used_at: null }));
    await tx.insertInto('recovery_codes').values(rows).execute();
  },

  async remove(userId: string): Promise<boolean> {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await tx.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
    return numDeletedRows > 0n;
  },

  addChallenge: (challenge: { token_hash: Buffer; user_id: string; expires_at: Date }) =>
    tx.insertInto('sign_in_challenges').values(challenge).execute(),

  challenge: (hash: Buffer, now: Date) =>
    tx
      .selectFrom('sign_in_challenges')
      .select('user_id')
      .where('token_hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst(),

  takeChallenge: (hash: Buffer, now: Date) =>
    tx
      .deleteFrom('sign_in_challenges')
      .where('token_hash', '=', hash)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst(),

  /** Called when the password or the factor has changed. */
  endChallenges: (userId: string) => tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute(),
});
