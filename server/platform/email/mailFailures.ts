import { subDays } from 'date-fns';
import type { MailFailure } from '#domain/contacts/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';

interface Addressee {
  readonly id: string;
  readonly email: string;
}

/** Until another one succeeds or the contact gets another address. */
export async function mailFailureOf(tx: Tx, { id, email }: Addressee): Promise<MailFailure | null> {
  const last = await tx
    .selectFrom('mails')
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

/** Those that failed since the last one that was delivered. Returns their number. */
export async function retryMails(tx: Tx, contactId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state: 'waiting', due_at: now, attempts: 0, settled_at: null, sent_to: null, failure: null })
    .where('contact_id', '=', contactId)
    .where('state', '=', 'failed')
    .where('settled_at', '>', subDays(now, retriedDays))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as later')
            .select('later.id')
            .where('later.contact_id', '=', contactId)
            .where('later.state', '=', 'sent')
            .whereRef('later.settled_at', '>', 'mails.settled_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** In minutes. After the last one the mail has failed. */
const pauses = [1, 5, 30, 120, 480, 1440];

/** Null when it is not retried. */
export function nextMailAttempt(failedAttempts: number, now: Date): Date | null {
  const minutes = pauses[failedAttempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

const reasonMaxLength = 200;

/** `550 5.1.1 Mailbox unavailable` is 'Mailbox unavailable'. */
export function mailRefusal(answer: string): string {
  const line = answer
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^ ?\d{3}[ -]?/, '')
    .replace(/^\d\.\d{1,3}\.\d{1,3}( |$)/, '')
    .trim();
  return line.slice(0, reasonMaxLength) || 'the email server gave no reason';
}
