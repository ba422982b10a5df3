import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storePaidPeriods } from '#server/modules/contact-memberships/index.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { at, readReport, sold } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';
import { expectPaidPeriods } from '#tests/support/trials/paidPeriods.ts';

const server = await sharedServer();
const context = { database: server.database };

test('what is deferred is the same from stored periods as from their rows, where clocks change', async () => {
  // Both change their clocks within these days, the first at midnight.
  expect(await expectPaidPeriods(server, ['America/Havana', 'Australia/Lord_Howe'], 1, 45)).toBeGreaterThan(10);
});

/** A gym with a membership that was paid for November. */
async function paidGym() {
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  const gym = await createGym(server);
  const make = builders(server, gym);
  const bill = invoiceBuilders(server, gym);
  const buy = async () => {
    const person = await make.contact();
    const purchase = { kind: 'purchase' as const, ...at('2026-11-01T18:00:00Z'), ...sold(3_000, 240) };
    const invoice_id = await bill.invoice(person, purchase, [
      { type: 'membership', name: 'Unlimited', price_cents: 3_000, total_cents: 3_000 },
    ]);
    await bill.payment(invoice_id, { amount_cents: 3_240, ...at('2026-11-01T18:00:00Z') });
    return make.contactMembership(person, { start_date: '2026-11-01', end_date: '2026-11-30', invoice_id });
  };
  const membership = await buy();
  const deferred = async () =>
    (await readReport(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-10')).totals.deferred;
  const stored = () =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('paid_periods').select('contact_membership_id').execute(),
    );
  const outdated = () =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('outdated_paid_periods').select('contact_membership_id').distinct().execute(),
    );
  return { gym, buy, membership, deferred, stored, outdated };
}

const aRenewal = (status: string) => sql`
  insert into renewals (contact_membership_id, period, company_id, invoice_id, status)
  select m.id, 2, m.company_id, m.invoice_id, ${status} from contact_memberships m`;
const aPlanChange = (applied: string | null) => sql`
  insert into plan_changes (invoice_id, company_id, contact_membership_id, membership_id, name, type, price_cents, applied_at, created_at)
  select m.invoice_id, m.company_id, m.id, m.membership_id, 'Premium', 'no_contract', 5000, ${applied}::timestamptz, '2026-11-05' from contact_memberships m`;
const aFreeze = sql`
  insert into membership_freezes (id, company_id, contact_membership_id, from_day, longest_until, reason)
  select uuidv7(), m.company_id, m.id, '2026-11-05', '2026-11-20', '' from contact_memberships m`;
const toDecember = sql`
  with m as (update contact_memberships set end_date = '2026-12-31', periods_paid = 2 returning company_id, id)
  insert into membership_periods (company_id, contact_membership_id, period, last_day, days) select company_id, id, 2, '2026-12-31', 31 from m`;
const paidUntil = (day: string) => sql`
  with m as (update contact_memberships set end_date = ${day} returning id)
  update membership_periods set last_day = ${day} where contact_membership_id in (select id from m)`;

test.each([
  ['a renewal', [toDecember], aRenewal('paid')],
  ['that a renewal is paid', [toDecember, aRenewal('pending')], sql`update renewals set status = 'paid'`],
  ['that a renewal is deleted', [toDecember, aRenewal('paid')], sql`delete from renewals`],
  ['a change of plan', [], aPlanChange('2026-11-05')],
  ['that a change of plan is applied', [aPlanChange(null)], sql`update plan_changes set applied_at = '2026-11-05'`],
  ['that a change of plan is deleted', [aPlanChange('2026-11-05')], sql`delete from plan_changes`],
  ['a freeze', [paidUntil('2026-11-08')], aFreeze],
  [
    'that a freeze is longer',
    [paidUntil('2026-11-04'), aFreeze, sql`update membership_freezes set longest_until = '2026-11-05'`],
    sql`update membership_freezes set longest_until = '2026-11-20', from_day = '2026-11-01'`,
  ],
  ['that a freeze is deleted', [paidUntil('2026-11-08'), aFreeze], sql`delete from membership_freezes`],
  ['the end of a period', [], sql`update membership_periods set last_day = '2026-11-12'`],
  ['the end of its access', [], sql`update membership_periods set access_ended_on = '2026-11-09'`],
  ['a date of a membership', [], sql`update contact_memberships set cancels_on = '2026-11-05'`],
  [
    'that an invoice is owed again',
    [sql`update payments set status = 'failed'`],
    sql`update invoices set status = 'open', due_cents = total_cents, paid_cents = 0`,
  ],
  ['a line of an invoice', [], sql`update invoice_lines set total_cents = 1500`],
  [
    'another line of an invoice',
    [],
    sql`insert into invoice_lines (invoice_id, position, company_id, type, name, quantity, price_cents, total_cents)
        select id, 1, company_id, 'membership', 'Family', 1, 1500, 1500 from invoices`,
  ],
  ['that a line is deleted', [], sql`delete from invoice_lines`],
])('%s is in the report at once', async (_name, before, change) => {
  const { gym, deferred } = await paidGym();
  const run = (statement: ReturnType<typeof sql>) =>
    server.database.scoped([gym.companyId], (tx) => statement.execute(tx));
  for (const statement of before) await run(statement);
  await storePaidPeriods(context);
  const stored = await deferred();
  await run(change);
  const changed = await deferred();
  expect(changed).not.toBe(stored);
  await storePaidPeriods(context);
  expect(await deferred()).toBe(changed);
});

test('two servers that store at once store each period once', async () => {
  const { membership, deferred, stored, outdated } = await paidGym();
  await Promise.all([storePaidPeriods(context), storePaidPeriods(context)]);
  expect(await stored()).toEqual([{ contact_membership_id: membership }]);
  expect(await outdated()).toEqual([]);
  expect(await deferred()).toBe(20);
});

test('a change counts at once, and stays if the job stores while it is not committed yet', async () => {
  const { gym, membership, deferred, outdated } = await paidGym();
  await storePaidPeriods(context);
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx
      .updateTable('contact_memberships')
      .set({ cancels_on: '2026-11-08' })
      .where('id', '=', membership)
      .execute();
    await storePaidPeriods(context);
  });
  expect(await outdated()).toEqual([{ contact_membership_id: membership }]);
  expect(await deferred()).toBe(0);
  await storePaidPeriods(context);
  expect(await outdated()).toEqual([]);
  expect(await deferred()).toBe(0);
});

test('a membership that is deleted has no stored periods', async () => {
  const { gym, membership, deferred, stored } = await paidGym();
  await storePaidPeriods(context);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.deleteFrom('contact_memberships').where('id', '=', membership).execute(),
  );
  expect(await deferred()).toBe(0);
  await storePaidPeriods(context);
  expect(await stored()).toEqual([]);
});

test('a company sees its own periods only, and cannot change what is stored', async () => {
  const [{ gym, stored, membership }, other] = [await paidGym(), await paidGym()];
  await storePaidPeriods(context);
  expect(await stored()).toEqual([{ contact_membership_id: membership }]);
  expect(other.gym.companyId).not.toBe(gym.companyId);
  for (const change of [sql`delete from paid_periods`, sql`delete from outdated_paid_periods`])
    await expect(server.database.scoped([gym.companyId], (tx) => change.execute(tx))).rejects.toThrow(
      /permission denied/,
    );
});
