import { subDays } from 'date-fns';
import { openAttemptDays } from '#domain/shared/limits.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import type { JobContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';

const atOnce = 1_000;
const statusGone = 410;

interface Erased {
  readonly companyId: string;
  readonly contactId: string;
  readonly words: readonly string[];
}

/**
 * The answers of a company's people that are kept for a repeated request, and tell of an erased contact. Most are encrypted, so each is
 * read. A repeated request gets 410 instead.
 */
export async function eraseAnswers(
  { database, config, clock }: JobContext,
  { companyId, contactId, words }: Erased,
): Promise<void> {
  const wanted = [contactId, ...words].map((word) => word.toLowerCase());
  const owners = await database.scoped([companyId], (tx) => findOwners(database.unscoped, tx, companyId));
  const callers = [...owners.keys()];
  // The day more is that of the clean-up.
  const since = subDays(clock(), openAttemptDays + 2);
  for (let offset = 0, isMore = true; isMore; offset += atOnce) {
    const rows = await database.acrossCompanies((tx) =>
      tx
        .selectFrom('idempotency_keys')
        .select(['company_id', 'user_id', 'route', 'key', 'response'])
        .where((row) => row.or([row('company_id', '=', companyId), row('user_id', '=', row.fn.any(row.val(callers)))]))
        .where('created_at', '>', since)
        .orderBy('created_at')
        .orderBy('user_id')
        .orderBy('route')
        .orderBy('key')
        .offset(offset)
        .limit(atOnce)
        .execute(),
    );
    const mentioning = rows.filter(({ user_id, route, response }) => {
      const sealed = response?.['sealed'];
      const text =
        typeof sealed === 'string'
          ? tryDecrypt(config.appSecret, owners.get(user_id) ?? user_id, sealed, 'stored responses')
          : JSON.stringify(response);
      const told = `${route} ${text ?? ''}`.toLowerCase();
      return wanted.some((word) => told.includes(word));
    });
    for (const { company_id, user_id, route, key } of mentioning)
      await database.scoped([company_id], (tx) =>
        tx
          .updateTable('idempotency_keys')
          .set({ status: statusGone, response: JSON.stringify({ message: 'The answer of this request was erased' }) })
          .where((row) => row.and({ company_id, user_id, route, key }))
          .execute(),
      );
    isMore = rows.length === atOnce;
  }
}

/** The text is encrypted for the caller. For an API key that is its maker. */
async function findOwners(db: JobContext['database']['unscoped'], tx: Tx, companyId: string) {
  const people = await db
    .selectFrom('company_admins')
    .select('user_id')
    .where('company_id', '=', companyId)
    .union(db.selectFrom('location_access').select('user_id').where('company_id', '=', companyId))
    .execute();
  const keys = await tx
    .selectFrom('api_keys')
    .select(['id', 'created_by'])
    .where('company_id', '=', companyId)
    .execute();
  return new Map([
    ...people.map(({ user_id }) => [user_id, user_id] as const),
    ...keys.map(({ id, created_by }) => [id, created_by] as const),
  ]);
}
