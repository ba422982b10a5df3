import { subDays } from 'date-fns';
import type { EmailFailure } from '#domain/contacts/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';

interface Addressee {
  readonly id: string;
  readonly email: string;
}

/** A failure lasts until another email succeeds or the contact gets another address. */
export async function findEmailFailure(tx: Tx, { id, email }: Addressee): Promise<EmailFailure | null> {
  const last = await tx
    .selectFrom('emails')
    .select(['state', 'address', 'sent_to', 'failure', 'settled_at'])
    .where('contact_id', '=', id)
    .where('settled_at', 'is not', null)
    .orderBy('settled_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (last?.state !== 'failed' || last.settled_at === null) return null;
  const sentTo = last.sent_to ?? email;
  if (last.address === null && sentTo.toLowerCase() !== email.toLowerCase()) return null;
  return { at: last.settled_at.toISOString(), email: sentTo, reason: last.failure ?? '' };
}

const retriedDays = 14;

/** Retries those that failed since the last one that was delivered. Returns their number. */
export async function retryEmails(tx: Tx, contactId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('emails')
    .set({ state: 'waiting', due_at: now, attempts: 0, settled_at: null, sent_to: null, failure: null })
    .where('contact_id', '=', contactId)
    .where('state', '=', 'failed')
    .where('settled_at', '>', subDays(now, retriedDays))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('emails as later')
            .select('later.id')
            .where('later.contact_id', '=', contactId)
            .where('later.state', '=', 'sent')
            .whereRef('later.settled_at', '>', 'emails.settled_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
