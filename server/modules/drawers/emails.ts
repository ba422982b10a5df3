import { sql } from 'kysely';
import type { Drawer } from '#domain/drawers/contract.ts';
import { differenceText } from '#domain/drawers/cashDrawer.ts';
import { drawerReportSections } from '#domain/drawers/reportText.ts';
import { nextEmailAttempt } from '#server/platform/email/emailRetries.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { wordEmail, type EmailBlock, type EmailSender, type WordedEmail } from '#server/platform/email/layout.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { findSender } from '#server/modules/email-queue/index.ts';
import { activeAdmins } from '#server/modules/users/index.ts';
import { drawersRepo } from './repo.ts';
import { toDrawer } from './rows.ts';

/** Active admins who want Z reports by email. */
const recipients = (companyId: string) => sql`
  select a.user_id, a.first_name, a.email from ${activeAdmins(companyId)} as a where a.emails_z_reports`;

/** Called in the transaction that closes the drawer. */
export const queueZReport = (tx: Tx, { id, company_id }: { id: string; company_id: string }, now: Date) =>
  sql`
    insert into drawer_emails (company_id, drawer_id, user_id, due_at)
    select ${company_id}::uuid, ${id}::uuid, w.user_id, ${now}::timestamptz from (${recipients(company_id)}) as w`.execute(
    tx,
  );

interface DueEmail {
  readonly company_id: string;
  readonly drawer_id: string;
  readonly user_id: string;
}

/** For each company, per round. */
const emailsEach = 50;
/** After this an email is sent again, if the process that was sending it was killed. */
const leaseMs = 10 * 60_000;

type Context = Pick<AppContext, 'database' | 'mailer' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'publicUrl'>;
};

/** Takes the first ones of each company in turns, so that a long queue of one does not delay the others. */
const dueEmails = (now: Date) => sql<DueEmail>`
  select m.company_id, m.drawer_id, m.user_id
    from (select q.company_id, q.drawer_id, q.user_id, row_number() over (partition by q.company_id order by q.due_at, q.drawer_id, q.user_id) as turn
            from drawer_emails q where q.due_at <= ${now}) as m
    join companies o on o.id = m.company_id and o.archived_at is null
   where m.turn <= ${emailsEach}
   order by m.turn, m.company_id`;

/** Several processes may run it at once: each attempt is claimed by one of them. */
export async function sendZReports(context: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const { rows } = await database.acrossCompanies((tx) => dueEmails(clock()).execute(tx));
  const failures: unknown[] = [];
  for (const due of rows) {
    if (signal?.aborted) return;
    await sendOne(context, due).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} Z reports could not be emailed`);
}

/** A failed email is retried with growing pauses, and given up in the end. */
async function sendOne({ database, mailer, clock, config }: Context, due: DueEmail): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.scoped([due.company_id], work);
  const own = (tx: Tx) => ownRow(tx, due);
  const attempts = await inCompany((tx) => own(tx).claim(clock()));
  if (attempts === undefined) return;
  try {
    const email = await database.readOnly([due.company_id], (tx) =>
      prepareReportEmail(tx, due, config.publicUrl, clock()),
    );
    if (email) await mailer.send(email);
  } catch (error) {
    const next = nextEmailAttempt(attempts, clock());
    await inCompany(async (tx) => void (await (next ? own(tx).postpone(next) : own(tx).remove())));
    throw error;
  }
  await inCompany((tx) => own(tx).remove());
}

const ownRow = (tx: Tx, { drawer_id, user_id }: DueEmail) => ({
  /** Undefined when another process has it. */
  async claim(now: Date): Promise<number | undefined> {
    const change = { due_at: new Date(now.getTime() + leaseMs), attempts: sql<number>`attempts + 1` };
    const row = await tx
      .updateTable('drawer_emails')
      .set(change)
      .where('drawer_id', '=', drawer_id)
      .where('user_id', '=', user_id)
      .where('due_at', '<=', now)
      .returning('attempts')
      .executeTakeFirst();
    return row?.attempts;
  },
  postpone: (due_at: Date) =>
    tx
      .updateTable('drawer_emails')
      .set({ due_at })
      .where('drawer_id', '=', drawer_id)
      .where('user_id', '=', user_id)
      .execute(),
  remove: () =>
    tx.deleteFrom('drawer_emails').where('drawer_id', '=', drawer_id).where('user_id', '=', user_id).execute(),
});

/** Undefined when the user is no longer an admin, or has turned the emails off since. */
async function prepareReportEmail(
  tx: Tx,
  { company_id, drawer_id, user_id }: DueEmail,
  publicUrl: string,
  now: Date,
): Promise<Email | undefined> {
  const { rows } = await sql<{ first_name: string; email: string }>`
    select w.first_name, w.email from (${recipients(company_id)}) as w where w.user_id = ${user_id}`.execute(tx);
  const repo = drawersRepo(tx);
  const row = await repo.one(drawer_id);
  const [user] = rows;
  if (!user || !row?.report) return undefined;
  const drawer = toDrawer(row, await repo.movements(drawer_id), row.report, now);
  const sender = await findSender(tx, company_id, row.location_id);
  return {
    to: user.email,
    from: sender.name,
    ...wordZReport(
      drawer,
      { ...sender, timezone: row.timezone, footer: null },
      { firstName: user.first_name, publicUrl },
    ),
  };
}

function wordZReport(
  drawer: Drawer,
  sender: EmailSender,
  { firstName, publicUrl }: { firstName: string; publicUrl: string },
): WordedEmail {
  const { number, difference, closedBy } = drawer;
  const title = `End-of-day report (Z) · Drawer #${number}`;
  const result = differenceText(difference ?? 0);
  const sections = drawerReportSections(drawer, sender.timezone).flatMap((section): EmailBlock[] => [
    section.title,
    {
      rows: section.rows.map(({ label, detail, value, isStrong }) => ({
        label: detail ? `${label} (${detail})` : label,
        value,
        isTotal: isStrong,
      })),
    },
  ]);
  const blocks = [
    `${closedBy?.name ?? 'Somebody'} closed drawer #${number} at ${sender.locationName}. The count: ${result}.`,
    ...sections,
    { link: { label: 'Open the Report', url: new URL(`/drawers/${drawer.id}`, publicUrl).href } },
    'You get this email because it is on in your account. You can switch it off there.',
  ];
  return wordEmail(
    {
      subject: `End-of-day report (Z) of drawer #${number} at ${sender.locationName}: ${result}`,
      title,
      firstName,
      blocks,
    },
    sender,
  );
}
