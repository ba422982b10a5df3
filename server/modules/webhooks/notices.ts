import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import { wordEmail } from '#server/platform/email/layout.ts';
import { findSender } from '#server/modules/email-queue/index.ts';
import { activeAdmins } from '#server/modules/users/index.ts';

type Context = Pick<AppContext, 'database' | 'mailer'> & { readonly config: Pick<AppContext['config'], 'publicUrl'> };

interface Disabled {
  readonly id: string;
  readonly company_id: string;
  readonly url: string;
  readonly disabled_reason: 'gone' | 'failing';
}

/** Tells the company's admins that an endpoint was disabled. An email that fails is sent again by the next run. */
export async function sendDisabledNotices({ database, mailer, config }: Context): Promise<void> {
  const due = await database.acrossCompanies((tx) =>
    sql<Disabled>`select id, company_id, url, disabled_reason from webhook_endpoints where notice_due`.execute(tx),
  );
  for (const endpoint of due.rows)
    await database.scoped([endpoint.company_id], async (tx) => {
      const isOurs = await tx
        .updateTable('webhook_endpoints')
        .set({ notice_due: false })
        .where('id', '=', endpoint.id)
        .where('notice_due', '=', true)
        .returning('id')
        .executeTakeFirst();
      if (!isOurs) return;
      const { rows } = await sql<{ first_name: string; email: string }>`
        select a.first_name, a.email from ${activeAdmins(endpoint.company_id)} as a`.execute(tx);
      const sender = await findSender(tx, endpoint.company_id);
      const { host } = new URL(endpoint.url);
      const blocks = [
        `Spotter no longer sends events to ${endpoint.url}: ${reasons[endpoint.disabled_reason]}.`,
        'Once the receiver works again, turn the endpoint on and send what it missed again, as far back as 30 days.',
        {
          link: {
            label: 'Open the Endpoint',
            url: new URL(`/settings/webhooks/${endpoint.id}`, config.publicUrl).href,
          },
        },
      ];
      for (const { first_name, email } of rows)
        await mailer.send({
          to: email,
          from: sender.name,
          ...wordEmail(
            {
              subject: `Webhooks to ${host} are turned off`,
              title: 'A webhook is turned off',
              firstName: first_name,
              blocks,
            },
            { ...sender, footer: null },
          ),
        });
    });
}

const reasons = {
  gone: 'the receiver answered that it is gone for good (410)',
  failing: 'nothing could be delivered for more than three days',
};
