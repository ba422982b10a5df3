import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAllLedgers as runCommand } from '#server/cli/verifyLedger.ts';
import { readConfig } from '#server/config.ts';
import { storePaidPeriods, sumMemberDays, verifyStored } from '#server/modules/contact-memberships/index.ts';
import { builders } from '#tests/support/builders.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { payingServer, createPayingGym } from '#tests/support/payingGym.ts';
import { at, sold } from '#tests/support/reports.ts';
import { forgetMemberDays } from '#tests/support/trials/memberDays.ts';
import { forgetPaidPeriods } from '#tests/support/trials/paidPeriods.ts';

const { stripe, server } = await payingServer();
const { context } = server;
type Statement = ReturnType<typeof sql>;

/** Two people who bought November, of whom one has left. Summed and stored until the test is over. */
async function storedGym() {
  server.clock.now = new Date('2026-12-20T19:00:00Z');
  const gym = await createPayingGym(server, stripe);
  const make = builders(server, gym);
  const bill = invoiceBuilders(server, gym);
  const buy = async (term: { end_date: string; auto_renew: boolean }) => {
    const person = await make.contact();
    const bought = at('2026-11-01T18:00:00Z');
    const invoice_id = await bill.invoice(person, { kind: 'purchase', ...bought, ...sold(3_000, 240) }, [
      { type: 'membership', name: 'Unlimited', price_cents: 3_000, total_cents: 3_000 },
    ]);
    await bill.payment(invoice_id, { amount_cents: 3_240, ...bought });
    const start = { start_date: '2026-11-01', granted_at: new Date('2026-11-01T18:00:00Z') };
    return { id: await make.contactMembership(person, { ...start, ...term, invoice_id }), invoice_id };
  };
  const membership = await buy({ end_date: '2027-10-31', auto_renew: true });
  await buy({ end_date: '2026-11-30', auto_renew: false });
  await sumMemberDays(context);
  await storePaidPeriods(context);
  onTestFinished(async () => {
    await forgetMemberDays(server, gym.companyId);
    await forgetPaidPeriods(server, gym.companyId);
  });
  return {
    gym,
    membership,
    verify: () => server.database.readOnly([gym.companyId], (tx) => verifyStored(tx, gym.companyId)),
    change: (statement: Statement) => server.database.scoped([gym.companyId], (tx) => statement.execute(tx)),
    /** What only a job may write. */
    spoil: (statement: Statement) =>
      server.database.acrossCompanies((tx) => sql`${statement} and company_id = ${gym.companyId}`.execute(tx)),
  };
}
const changesOn = (day: string) => `The stored changes of members on ${day} are not those of their history`;
const ofMembership = 'The stored paid periods of a membership are not those of its invoices';

test.each<[string, Statement, [string, number]]>([
  [
    'people',
    sql`update member_day_sums set people = people + 1 where day = '2026-11-30'`,
    [changesOn('2026-11-30'), 0],
  ],
  [
    'their monthly price',
    sql`update member_day_sums set to_cents = to_cents + 5 where day = '2026-11-01' and to_cents > 0`,
    [changesOn('2026-11-01'), 5],
  ],
  [
    'the locations',
    sql`update member_day_sums set to_locations = from_locations where day = '2026-11-30'`,
    [changesOn('2026-11-30'), 0],
  ],
  [
    'the day',
    sql`update member_day_sums set day = '2026-12-02' where day = '2026-11-30'`,
    [changesOn('2026-11-30'), 0],
  ],
  [
    'a sum that is there twice',
    sql`insert into member_day_sums select * from member_day_sums where day = '2026-11-30'`,
    [changesOn('2026-11-30'), 0],
  ],
  ['a sum that is missing', sql`delete from member_day_sums where day = '2026-11-30'`, [changesOn('2026-11-30'), 0]],
  [
    'the price of a period',
    sql`update paid_periods set cents = cents - 7 where end_date = '2027-10-31'`,
    [ofMembership, -7],
  ],
  ['its days', sql`update paid_periods set days = days + 1 where end_date = '2027-10-31'`, [ofMembership, 0]],
  ['its plan', sql`update paid_periods set plan = 'Other' where end_date = '2027-10-31'`, [ofMembership, 0]],
  [
    'a period that is there twice',
    sql`insert into paid_periods select * from paid_periods where end_date = '2027-10-31'`,
    [ofMembership, 3_000],
  ],
  ['a period that is missing', sql`delete from paid_periods where end_date = '2027-10-31'`, [ofMembership, -3_000]],
])(
  'what is stored for reports and differs from its history is found: %s',
  async (_name, statement, [detail, cents]) => {
    const { membership, verify, spoil } = await storedGym();
    expect(await verify()).toEqual([]);
    await spoil(statement);
    const { id: contactMembershipId, invoice_id: invoiceId } = membership;
    const where =
      detail === ofMembership ? { contactMembershipId, invoiceId } : { contactMembershipId: null, invoiceId: null };
    expect((await verify())[0]).toEqual({ detail, cents, ...where });
  },
);

test('days that were reopened, and periods of memberships that changed since, are no difference', async () => {
  const { membership, verify, change, spoil } = await storedGym();
  await spoil(sql`update member_day_sums set people = people + 1 where day = '2026-11-30'`);
  await spoil(sql`update paid_periods set cents = cents + 1 where contact_membership_id = ${membership.id}`);
  expect(await verify()).toHaveLength(2);
  await change(sql`update contact_memberships set cancels_on = '2026-12-24' where id = ${membership.id}`);
  expect(await verify()).toHaveLength(1);
  await change(sql`update membership_history set through = '2026-11-20' where through = '2026-11-30'`);
  expect(await verify()).toEqual([]);
});

test('verify-ledger and the reconciliation name what is stored for reports and differs, beside the ledger', async () => {
  const { gym, membership, spoil } = await storedGym();
  await spoil(sql`update member_day_sums set people = people + 1 where day = '2026-11-30'`);
  await spoil(sql`update paid_periods set cents = cents + 1 where contact_membership_id = ${membership.id}`);
  const config = readConfig({ DATABASE_URL: server.url, APP_SECRET: server.config.appSecret });
  await expect(runCommand(config)).rejects.toThrow(
    `What is stored for reports disagrees:\n  ${gym.companyName}: ${changesOn('2026-11-30')}\n  ${gym.companyName}: ${ofMembership} (${membership.id})`,
  );
  const { reconciled } = reconcilingAt(server, () => gym);
  expect((await reconciled()).differences).toEqual([
    { kind: 'reports', amount: 0, detail: changesOn('2026-11-30') },
    { kind: 'reports', amount: 0.01, detail: ofMembership, invoiceId: membership.invoice_id },
  ]);
});
