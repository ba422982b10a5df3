import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { wordEmail } from '#server/platform/email/layout.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { findSender } from '#server/modules/email-queue/index.ts';
import { activeAdmins } from '#server/modules/users/index.ts';

type Context = Pick<AppContext, 'database' | 'mailer'> & { readonly config: Pick<AppContext['config'], 'publicUrl'> };

interface Disabled {
  readonly id: string;
  readonly company_id: string;
  readonly url: string;
  readonly disabled_reason: 'gone' | 'failing';
  readonly disabled_at: Date;
}

/**
 * Tells the company's admins that an endpoint was disabled. While none of them could be told, the next run tries again. An admin whose
 * address is refused does not have the others told twice.
 */
export async function sendDisabledNotices({ database, mailer, config }: Context, signal?: AbortSignal): Promise<void> {
  const due = await database.acrossCompanies((tx) =>
    sql<Disabled>`select id, company_id, url, disabled_reason, disabled_at from webhook_endpoints where notice_due`.execute(
      tx,
    ),
  );
  const failures: unknown[] = [];
  for (const endpoint of due.rows) {
    const emails = await database.readOnly([endpoint.company_id], (tx) =>
      prepareDisabledEmails(tx, endpoint, config.publicUrl),
    );
    let isTold = emails.length === 0;
    for (const email of emails) {
      // A mail server that hangs must not hold up the end of the server for each of them.
      if (signal?.aborted) return;
      await mailer.send(email).then(
        () => (isTold = true),
        (error: unknown) => failures.push(error),
      );
    }
    if (isTold) await database.scoped([endpoint.company_id], (tx) => setTold(tx, endpoint));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} notices about webhooks could not be sent`);
}

async function prepareDisabledEmails(
  tx: Tx,
  { id, company_id, url, disabled_reason }: Disabled,
  publicUrl: string,
): Promise<Email[]> {
  const { rows } = await sql<{ first_name: string; email: string }>`
    select a.first_name, a.email from ${activeAdmins(company_id)} as a`.execute(tx);
  const sender = await findSender(tx, company_id);
  const { host } = new URL(url);
  const blocks = [
    `Spotter no longer sends events to ${url}: ${reasons[disabled_reason]}.`,
    'Once the receiver works again, turn the endpoint on and send what it missed again, as far back as 30 days.',
    { link: { label: 'Open the Endpoint', url: new URL(`/settings/webhooks/${id}`, publicUrl).href } },
  ];
  const title = { subject: `Webhooks to ${host} are turned off`, title: 'A webhook is turned off' };
  return rows.map(({ first_name, email }) => ({
    to: email,
    from: sender.name,
    ...wordEmail({ ...title, firstName: first_name, blocks }, { ...sender, footer: null }),
  }));
}

/** Unless it was turned on and disabled again meanwhile. */
const setTold = (tx: Tx, { id, disabled_at }: Disabled) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ notice_due: false })
    .where('id', '=', id)
    .where('disabled_at', '=', disabled_at)
    .execute();

const reasons = {
  gone: 'the receiver answered that it is gone for good (410)',
  failing: 'nothing could be delivered for more than three days',
};
