import { sumBy } from 'es-toolkit';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sumMemberDays } from '#server/modules/contact-memberships/index.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { readReport } from '../reports.ts';
import type { TestServer } from '../server.ts';
import { createTwoZones, expectSameReports } from './twoZones.ts';

/** The next report adds up everything from the history itself. */
export const forgetMemberDays = (server: TestServer, companyId: string) =>
  server.database.acrossCompanies(async (tx) => {
    for (const table of ['finished_days', 'member_day_sums'] as const)
      await tx.deleteFrom(table).where('company_id', '=', companyId).execute();
  });

/**
 * A gym whose two locations have these time zones lives for so many days. People join, also with dates in the past, move, are
 * canceled, frozen, archived and deleted, and the job sums up from time to time. Every figure of every day must be the same from
 * the sums as from the history.
 */
export async function expectMemberDays(
  server: TestServer,
  zones: readonly [string, string],
  seed: number,
  days: number,
) {
  const trial = await createTwoZones(server, zones, seed);
  const { int, chance, pick, gym, places, run, make, plan, people, memberships, on, before } = trial;
  const { context } = server;

  const join = async (bought: Date) => {
    const isNew = people.length === 0 || chance(0.6);
    const person = isNew ? await make.contact({ home_location_id: pick(places) }) : pick(people);
    if (isNew) people.push(person);
    const start = todayIn(zones[0], bought);
    memberships.push(
      await make.contactMembership(person, {
        membership_id: plan,
        start_date: start,
        end_date: chance(0.2) ? null : addDays(start, int(0, 45)),
        granted_at: bought,
        auto_renew: chance(0.6),
        billing_frequency: pick(['monthly', 'monthly', 'annually', 'one_time'] as const),
        purchase_price_cents: int(0, 9_999),
      }),
    );
  };
  const change = (what: ReturnType<typeof sql>) =>
    run(sql`update contact_memberships set ${what} where id = ${pick(memberships)}`);
  const freeze = (from: string, until: string | null) => trial.freeze(pick(memberships), from, until);
  const changes: readonly (() => Promise<void>)[] = [
    () => join(server.clock.now),
    () => join(server.clock.now),
    () => join(before(60)),
    () => change(sql`end_date = end_date + ${int(1, 31)}::int`),
    () => change(sql`end_date = end_date + ${int(1, 31)}::int`),
    () => change(sql`cancels_on = ${on(-20, 20)}::date, canceled_at = ${before(10)}, cancel_reason = 'price'`),
    () => change(sql`cancels_on = null, canceled_at = null, cancel_reason = null`),
    () => change(sql`auto_renew = not auto_renew`),
    () => change(sql`access_enabled = not access_enabled`),
    () => change(sql`purchase_price_cents = ${int(0, 9_999)}`),
    () => change(sql`contact_id = ${pick(people)}`),
    () => freeze(on(-10, 5), null),
    () => freeze(on(-20, 5), on(6, 20)),
    () => run(sql`update membership_freezes set until_day = from_day where until_day is null`),
    () => run(sql`update contacts set home_location_id = ${pick(places)} where id = ${pick(people)}`),
    () => run(sql`update contacts set archived_at = ${before(10)} where id = ${pick(people)} and archived_at is null`),
    () => run(sql`update contacts set archived_at = null where id = ${pick(people)}`),
    () => run(sql`delete from contact_memberships where id = ${pick(memberships)}`),
    async () => {
      const person = people.length > 3 && chance(0.3) ? people.splice(int(0, people.length - 1), 1)[0] : undefined;
      if (person) await run(sql`delete from contacts where id = ${person}`);
    },
  ];
  const read = async () => {
    const today = todayIn(zones[0], server.clock.now);
    const admin = await server.as(gym.users.admin);
    const reports = [];
    for (const place of ['', ...places.map((id) => `&locationId=${id}`)]) {
      const { totals, previous, series, tables } = await readReport(
        admin,
        `memberships?groupBy=day&from=${addDays(today, -75)}&to=${addDays(today, 15)}${place}`,
      );
      expect(sumBy(tables.reasons ?? [], ({ members }) => members ?? 0)).toBe(totals.left);
      reports.push({ totals, previous, series });
    }
    const { series } = await readReport(
      admin,
      `overview?groupBy=day&from=${addDays(today, -40)}&to=${addDays(today, -3)}`,
    );
    return [...reports, series];
  };

  await join(server.clock.now);
  await expectSameReports(server, trial, {
    days,
    changesADay: 4,
    changes,
    store: () => sumMemberDays(context),
    forget: () => forgetMemberDays(server, gym.companyId),
    read,
  });
}
