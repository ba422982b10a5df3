import { buffer } from 'node:stream/consumers';
import { forEachAsync } from 'es-toolkit';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { type EmailRow, columns } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { LinkConfig } from '#server/modules/invoices/index.ts';
import { emailRefusal, nextEmailAttempt } from '#server/platform/email/emailRetries.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { findFacts } from './facts.ts';
import { findSender, type QueuedEmail } from '#server/modules/email-queue/index.ts';
import { wordMemberEmail } from './texts.ts';

type SendContext = Pick<AppContext, 'database' | 'mailer' | 'clock' | 'files'> & { readonly config: LinkConfig };

const emailsEach = 50;
const atOnce = 5;
/** An email is sent again after this time if the process that was sending it was killed. */
const leaseMs = 10 * 60_000;

/**
 * Several processes may run it at once: each attempt is claimed by one of them. When the mail server does not answer, the
 * remaining emails wait for the next run.
 */
export async function sendMemberEmails(context: SendContext, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  let isAway = false;
  const send = async (due: DueEmail) => {
    if (isAway || signal?.aborted) return;
    const outcome = await sendOne(context, due);
    if (outcome?.error !== undefined) errors.push(outcome.error);
    if (outcome?.isAway) isAway = true;
  };
  for (;;) {
    const due = await findDueEmails(context);
    if (due.length === 0 || isAway || signal?.aborted) break;
    await forEachAsync(due, send, { concurrency: atOnce });
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} emails could not be sent`);
}

interface Attachment {
  readonly key: string;
  readonly fileName: string;
}

interface DueEmail {
  readonly company_id: string;
  readonly id: string;
}

/** Takes the first ones of each company in turns, so that a long queue of one does not delay the others. */
async function findDueEmails({ database, clock }: SendContext): Promise<DueEmail[]> {
  const { rows } = await database.acrossCompanies((tx) =>
    sql<DueEmail>`
      with recursive waiting (company_id) as (
        (select m.company_id from emails m where m.due_at is not null order by m.company_id limit 1)
        union all
        select (select m.company_id from emails m where m.due_at is not null and m.company_id > w.company_id order by m.company_id limit 1)
          from waiting w where w.company_id is not null
      )
      select m.company_id, m.id
        from waiting w
        join companies o on o.id = w.company_id and o.archived_at is null
       cross join lateral (
              select d.company_id, d.id, row_number() over (order by d.due_at, d.id) as turn
                from (select q.company_id, q.id, q.due_at from emails q
                       where q.company_id = w.company_id and q.due_at <= ${clock()} order by q.due_at, q.id limit ${emailsEach}) as d) as m
       order by m.turn, m.company_id`.execute(tx),
  );
  return rows;
}

interface Outcome {
  readonly error?: unknown;
  readonly isAway?: boolean;
}

async function sendOne(
  { database, mailer, clock, config, files }: SendContext,
  { company_id, id }: DueEmail,
): Promise<Outcome | undefined> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.scoped([company_id], work);
  const row = await inCompany((tx) => claim(tx, id, clock()));
  if (!row) return undefined;
  let mail: Email | undefined;
  try {
    const written = await database.readOnly([company_id], (tx) => prepareEmail(tx, row, { config, now: clock() }));
    if (!written) {
      await inCompany((tx) => tx.deleteFrom('emails').where('id', '=', id).execute());
      return undefined;
    }
    mail = written.attachment ? await withAttachment(files, written.email, written.attachment) : written.email;
    await mailer.send(mail);
  } catch (error) {
    const { reason, isFinal, isAway } = toFailure(error);
    const next = isFinal ? null : nextEmailAttempt(row.attempts, clock());
    await inCompany((tx) => recordFailure(tx, row, { reason, next, sentTo: mail?.to ?? null }, clock()));
    return isFinal ? undefined : { error, isAway };
  }
  const { to } = mail;
  await inCompany((tx) => recordSent(tx, id, to, clock()));
  return undefined;
}

/** Undefined when another process has it. */
const claim = (tx: Tx, id: string, now: Date): Promise<EmailRow | undefined> =>
  tx
    .updateTable('emails')
    .set({ due_at: new Date(now.getTime() + leaseMs), attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returning(columns.emails)
    .executeTakeFirst();

/** Undefined when it is no longer true, or there is no address. */
async function prepareEmail(
  tx: Tx,
  { company_id, contact_id, kind, data, address, created_at }: EmailRow,
  { config, now }: { config: LinkConfig; now: Date },
): Promise<{ email: Email; attachment?: Attachment } | undefined> {
  const contact = await tx
    .selectFrom('contacts')
    .select(['first_name', 'email'])
    .where('id', '=', contact_id)
    .executeTakeFirst();
  const to = address ?? contact?.email;
  const written = await findFacts(tx, kind, data as unknown as QueuedEmail[typeof kind], {
    config,
    createdAt: created_at,
    now,
  });
  if (!contact || !to || !written) return undefined;
  const sender = await findSender(tx, company_id, written.locationId);
  const link = 'url' in written.facts ? { link: written.facts.url } : {};
  const email = {
    to,
    from: sender.name,
    replyTo: sender.email,
    ...link,
    ...wordMemberEmail(kind, written.facts, contact.first_name, sender),
    ...(written.images && { attachments: written.images }),
  };
  return { email, ...(written.attachment && { attachment: written.attachment }) };
}

async function withAttachment(files: SendContext['files'], email: Email, { key, fileName }: Attachment) {
  const file = await files.get(key);
  if (!file) throw new Error(`The file ${key} of an email is missing`);
  return { ...email, attachments: [{ fileName, content: await buffer(file.body) }] };
}

const recordSent = (tx: Tx, id: string, sentTo: string, now: Date) =>
  tx
    .updateTable('emails')
    .set({ state: 'sent', due_at: null, settled_at: now, sent_to: sentTo, failure: null })
    .where('id', '=', id)
    .execute();

const recordFailure = (
  tx: Tx,
  { id }: EmailRow,
  { reason, next, sentTo }: { reason: string; next: Date | null; sentTo: string | null },
  now: Date,
) =>
  tx
    .updateTable('emails')
    .set({
      failure: reason,
      sent_to: sentTo,
      due_at: next,
      ...(!next && { state: 'failed' as const, settled_at: now }),
    })
    .where('id', '=', id)
    .execute();

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Refused for good, not answered, or refused temporarily. */
function toFailure(error: unknown): { reason: string; isFinal: boolean; isAway: boolean } {
  const {
    code,
    command = '',
    responseCode = 0,
    response,
  } = (error instanceof Error ? error : new Error(String(error))) as SmtpError;
  const isRefused = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
  if (response && (isRefused || (responseCode < 500 && responseCode !== 421)))
    return { reason: emailRefusal(response), isFinal: isRefused, isAway: false };
  if (code === 'EENVELOPE' && command === 'API')
    return { reason: 'This is not an address that email can be sent to', isFinal: true, isAway: false };
  if (code === undefined) return { reason: 'The email could not be written', isFinal: false, isAway: false };
  return { reason: 'The email server does not take email', isFinal: false, isAway: true };
}
