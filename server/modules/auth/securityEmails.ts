import { addMinutes } from 'date-fns';
import { sql } from 'kysely';
import type { JobContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { nextEmailAttempt } from '#server/platform/email/emailRetries.ts';
import { secondFactorEmail, type SecondFactorEvent } from './secondFactorEmail.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';

type Context = Pick<JobContext, 'database' | 'mailer' | 'clock'> & {
  readonly config: Pick<JobContext['config'], 'publicUrl'>;
};

/** An email is sent again after this time if the process that was sending it was killed. */
const leaseMinutes = 10;
const emailsEach = 50;

/** Called in the transaction that makes the email true. Nobody waits for the mail server. */
export const queueSecurityEmail = (tx: Tx, userId: string, event: SecondFactorEvent, now: Date) =>
  tx.insertInto('security_emails').values({ user_id: userId, event, due_at: now }).execute();

/** Several processes may run it at once: each attempt is claimed by one of them. */
export async function sendSecurityEmails(context: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const due = await database.unscoped
    .selectFrom('security_emails')
    .select('id')
    .where('due_at', '<=', clock())
    .orderBy('due_at')
    .orderBy('id')
    .limit(emailsEach)
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due) {
    if (signal?.aborted) return;
    await sendOne(context, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} security emails could not be sent`);
}

async function sendOne({ database: { unscoped }, mailer, clock, config }: Context, id: string): Promise<void> {
  const now = clock();
  const claimed = await unscoped
    .updateTable('security_emails')
    .set({ due_at: addMinutes(now, leaseMinutes), attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returning(['user_id', 'event', 'attempts'])
    .executeTakeFirst();
  if (!claimed) return;
  const { user_id, event, attempts } = claimed;
  try {
    const to = await unscoped
      .selectFrom('users')
      .select(['email', 'first_name'])
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow();
    const { codes_left } = await secondFactorRepo(unscoped).status(user_id);
    await mailer.send(secondFactorEmail(config.publicUrl, to, event as SecondFactorEvent, codes_left));
  } catch (error) {
    const next = nextEmailAttempt(attempts, clock());
    if (next) await unscoped.updateTable('security_emails').set({ due_at: next }).where('id', '=', id).execute();
    else await unscoped.deleteFrom('security_emails').where('id', '=', id).execute();
    throw error;
  }
  await unscoped.deleteFrom('security_emails').where('id', '=', id).execute();
}
