import { sql } from 'kysely';
import { storePaidPeriods } from '#server/modules/contact-memberships/index.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { invoiceBuilders } from '../invoices.ts';
import { readReport } from '../reports.ts';
import type { TestServer } from '../server.ts';
import { createTwoZones, expectSameReports } from './twoZones.ts';

/** The next report computes every paid period of the company from its rows. */
export const forgetPaidPeriods = (server: TestServer, companyId: string) =>
  server.database.scoped([companyId], (tx) =>
    sql`insert into outdated_paid_periods (company_id, contact_membership_id) select company_id, id from contact_memberships`.execute(
      tx,
    ),
  );

/**
 * A gym whose two locations have these time zones lives for so many days. People buy, renew, pay late, change their plan, freeze,
 * cancel and are refunded, also with dates in the past; memberships and people are deleted, locations move to another time zone,
 * and the job stores paid periods from time to time. Every figure of every day must be the same from what it stored as from the
 * rows themselves. Returns in how many reports something was deferred.
 */
export async function expectPaidPeriods(
  server: TestServer,
  zones: readonly [string, string],
  seed: number,
  days: number,
): Promise<number> {
  const trial = await createTwoZones(server, zones, seed);
  const { int, chance, pick, gym, places, run, make, plan, people, memberships, on, before } = trial;
  const context = { database: server.database };
  const billed: string[] = [];

  const bill = async (person: string, kind: 'purchase' | 'renewal' | 'plan_change', at: Date) => {
    const writer = invoiceBuilders(server, { companyId: gym.companyId, locationId: pick(places) });
    const cents = int(1, 40_000);
    const isPaid = chance(0.8);
    const total = cents + int(0, 900);
    const id = await writer.invoice(
      person,
      {
        kind,
        status: isPaid ? 'paid' : 'open',
        subtotal_cents: cents,
        tax_cents: total - cents,
        total_cents: total,
        paid_cents: isPaid ? total : 0,
        due_cents: isPaid ? 0 : total,
        created_at: at,
        updated_at: at,
      },
      [{ type: 'membership', name: pick(['Unlimited', 'Basic']), price_cents: cents, total_cents: cents }],
    );
    if (isPaid) await writer.payment(id, { amount_cents: total, created_at: at, updated_at: at });
    billed.push(id);
    return id;
  };
  const buy = async (at: Date) => {
    const isNew = people.length === 0 || chance(0.6);
    const person = isNew ? await make.contact({ home_location_id: pick(places) }) : pick(people);
    if (isNew) people.push(person);
    const start = addDays(todayIn(zones[0], at), int(-3, 8));
    const frequency = pick(['monthly', 'monthly', 'annually', 'one_time'] as const);
    const invoice = await bill(person, 'purchase', at);
    memberships.push(
      await make.contactMembership(person, {
        membership_id: plan,
        invoice_id: invoice,
        start_date: start,
        end_date: addDays(start, frequency === 'annually' ? 364 : int(5, 45)),
        granted_at: at,
        billing_frequency: frequency,
        access_duration_days: frequency === 'one_time' && chance(0.5) ? int(1, 40) : null,
      }),
    );
  };
  const membership = () =>
    chance(0.7) ? (memberships.at(-int(1, Math.min(8, memberships.length))) ?? '') : pick(memberships);
  const change = (what: ReturnType<typeof sql>) =>
    run(sql`update contact_memberships set ${what} where id = ${membership()}`);
  /** Undefined once it is deleted. */
  const ownerOf = async (id: string) => {
    const { rows } = await server.database.scoped([gym.companyId], (tx) =>
      sql<{ contact_id: string }>`select contact_id from contact_memberships where id = ${id}`.execute(tx),
    );
    return rows[0]?.contact_id;
  };
  const renew = async () => {
    const id = membership();
    const owner = await ownerOf(id);
    if (!owner) return;
    const at = before(6);
    const invoice = await bill(owner, 'renewal', at);
    await run(sql`
      insert into renewals (contact_membership_id, period, company_id, invoice_id, line, status, created_at, updated_at)
      select m.id, greatest(m.periods_paid, coalesce((select max(r.period) from renewals r where r.contact_membership_id = m.id), 1)) + 1, m.company_id, ${invoice}, 0,
             ${pick(['paid', 'paid', 'paid', 'pending'])}, ${at}, ${at} from contact_memberships m where m.id = ${id}`);
    await run(
      sql`
        with m as (
          update contact_memberships set periods_paid = periods_paid + 1, end_date = (end_date + interval '1 month')::date where id = ${id}
          returning company_id, id, periods_paid, end_date)
        insert into membership_periods (company_id, contact_membership_id, period, last_day, days)
        select company_id, id, periods_paid, end_date, 30 from m on conflict do nothing`,
    );
  };
  const changePlan = async () => {
    const id = membership();
    const owner = await ownerOf(id);
    if (!owner) return;
    const at = before(5);
    const invoice = await bill(owner, 'plan_change', at);
    await run(sql`
      insert into plan_changes (invoice_id, company_id, contact_membership_id, membership_id, name, type, price_cents, applied_at, created_at)
      values (${invoice}, ${gym.companyId}, ${id}, ${plan}, 'Premium', 'no_contract', 5000, ${chance(0.6) ? at : null}, ${at})`);
  };
  const refund = async () => {
    const at = before(20);
    const id = pick(billed);
    const writer = invoiceBuilders(server, { companyId: gym.companyId, locationId: gym.locationId });
    await writer.payment(id, { status: 'refunded', amount_cents: int(1, 9_000), created_at: at, updated_at: at });
  };
  const freeze = (from: string, until: string | null) => trial.freeze(membership(), from, until);
  const changes: readonly (() => Promise<void>)[] = [
    () => buy(server.clock.now),
    () => buy(server.clock.now),
    () => buy(before(60)),
    renew,
    renew,
    changePlan,
    refund,
    async () => {
      // Paid late.
      const at = before(9);
      const id = pick(billed);
      const writer = invoiceBuilders(server, { companyId: gym.companyId, locationId: gym.locationId });
      await writer.payment(id, { amount_cents: int(1, 5_000), created_at: at, updated_at: at });
      await run(
        sql`update invoices set status = 'paid', paid_cents = total_cents, due_cents = 0, updated_at = ${at} where id = ${id} and status = 'open'`,
      );
    },
    () =>
      run(
        sql`update invoices set status = 'open', due_cents = total_cents, paid_cents = 0, updated_at = ${before(3)} where id = ${pick(billed)}`,
      ),
    () => run(sql`update invoices set location_id = ${pick(places)} where id = ${pick(billed)}`),
    () => run(sql`update invoice_lines set total_cents = ${int(0, 9_000)} where invoice_id = ${pick(billed)}`),
    () => run(sql`delete from invoice_lines where invoice_id = ${pick(billed)} and position > 0`),
    () =>
      run(sql`insert into invoice_lines (invoice_id, position, company_id, type, name, quantity, price_cents, total_cents)
        values (${pick(billed)}, ${int(1, 1_000_000)}, ${gym.companyId}, ${pick(['membership', 'sales_item'])}, 'Basic', 1, 500, 500)`),
    () => change(sql`end_date = end_date + ${int(-5, 31)}::int`),
    () => change(sql`start_date = start_date - ${int(1, 5)}::int`),
    () => change(sql`cancels_on = ${on(-20, 20)}::date, canceled_at = ${before(10)}, cancel_reason = 'price'`),
    () => change(sql`cancels_on = null, canceled_at = null, cancel_reason = null`),
    () =>
      run(
        sql`update membership_periods set last_day = last_day + ${int(-20, 20)}::int, days = ${int(1, 31)} where contact_membership_id = ${membership()}`,
      ),
    () =>
      run(
        sql`update membership_periods set access_ended_on = last_day - ${int(-5, 20)}::int where contact_membership_id = ${membership()}`,
      ),
    () => run(sql`delete from membership_periods where period > 1 and contact_membership_id = ${membership()}`),
    () => change(sql`granted_at = case when granted_at is null then ${before(5)}::timestamptz end`),
    () =>
      run(
        sql`update renewals set status = 'paid', updated_at = ${before(5)} where contact_membership_id = ${membership()}`,
      ),
    () => run(sql`delete from renewals where contact_membership_id = ${membership()} and status = 'pending'`),
    () => run(sql`update plan_changes set applied_at = ${before(5)} where contact_membership_id = ${membership()}`),
    () => run(sql`delete from plan_changes where contact_membership_id = ${membership()}`),
    () => freeze(on(-10, 5), null),
    () => freeze(on(-20, 5), on(6, 20)),
    () =>
      run(
        sql`update membership_freezes set until_day = from_day + ${int(0, 9)}::int where until_day is null and contact_membership_id = ${membership()}`,
      ),
    () => run(sql`delete from membership_freezes where contact_membership_id = ${membership()}`),
    () => run(sql`update locations set timezone = ${pick(zones)} where id = ${pick(places)}`),
    () => run(sql`delete from contact_memberships where id = ${pick(memberships)}`),
    async () => {
      // Whoever has no invoice can be deleted.
      const person = await make.contact();
      const id = await make.contactMembership(person, { start_date: on(-5, 0), end_date: on(5, 30) });
      const invoice = billed.at(-1) ?? '';
      await run(sql`update contact_memberships set invoice_id = ${invoice} where id = ${id}`);
      if (chance(0.5)) await storePaidPeriods(context);
      await run(sql`delete from contacts where id = ${person}`);
    },
  ];
  const read = async () => {
    const today = todayIn(zones[0], server.clock.now);
    const admin = await server.as(gym.users.admin);
    const reports = [];
    for (const [from, to, place] of [
      [-60, -30, ''],
      [-9, -2, `&locationId=${places[0]}`],
      [-30, 0, `&locationId=${places[1]}`],
      [0, 40, ''],
    ] as const)
      reports.push(await readReport(admin, `deferred?from=${addDays(today, from)}&to=${addDays(today, to)}${place}`));
    return reports;
  };

  await buy(server.clock.now);
  const reports = await expectSameReports(server, trial, {
    days,
    changesADay: 5,
    changes,
    store: () => storePaidPeriods(context),
    forget: () => forgetPaidPeriods(server, gym.companyId),
    read,
  });
  return reports.flat().filter(({ totals }) => totals.deferred !== 0).length;
}
