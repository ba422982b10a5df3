import { sql } from 'kysely';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ActivityChange } from '#domain/activity/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { userActor, type Actor } from '#server/platform/http/actors.ts';
import { logActivity } from './logActivity.ts';

interface UserActivity {
  readonly userId: string;
  readonly action: ActionOf<'user'>;
  readonly changes?: readonly ActivityChange[];
  /** Absent when the user did it themselves, perhaps without being signed in. */
  readonly by?: Actor;
  readonly requestId?: string;
}

/**
 * Logs a change of a user for each company that the user has access to, in a transaction without a company's scope.
 */
export async function logUser(tx: Tx, { userId, action, changes = [], by, requestId }: UserActivity): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`
    select company_id as id from company_admins where user_id = ${userId}
    union
    select company_id from location_access where user_id = ${userId}`.execute(tx);
  await setScope(
    tx,
    rows.map(({ id }) => id),
  );
  const self = userActor({ userId, ...user }, requestId ?? null);
  const entries = rows.map(({ id }) => ({
    companyId: id,
    action,
    recordId: userId,
    label: self.name,
    locationId: null,
    changes,
  }));
  await logActivity(tx, by ?? self, ...entries);
}

/** Lets the rest of a transaction see only these companies. */
export const setScope = (tx: Tx, companyIds: readonly string[]) =>
  sql`select set_config('spotter.companies', ${`{${companyIds.join()}}`}, true)`.execute(tx);
