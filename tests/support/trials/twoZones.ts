import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { verifyStored } from '#server/modules/contact-memberships/index.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { builders } from '../builders.ts';
import { createGym } from '../gym.ts';
import { numbers } from '../ledger.ts';
import type { TestServer } from '../server.ts';

const dayMs = 86_400_000;

/** A gym whose two locations have these time zones, what a random history of its memberships needs, and the ids that it has so far. */
export async function createTwoZones(server: TestServer, zones: readonly [string, string], seed: number) {
  const random = numbers(seed);
  const { int } = random;
  server.clock.now = new Date('2026-09-20T10:30:00Z');
  const gym = await createGym(server, { timezone: zones[0] });
  const run = async (statement: ReturnType<typeof sql>) =>
    void (await server.database.scoped([gym.companyId], (tx) => statement.execute(tx)));
  await run(sql`update locations set timezone = ${zones[1]} where id = ${gym.otherLocationId}`);
  const make = builders(server, gym);
  const people: string[] = [];
  const memberships: string[] = [];
  return {
    ...random,
    seed,
    gym,
    places: [gym.locationId, gym.otherLocationId] as const,
    run,
    make,
    plan: await make.plan(),
    people,
    memberships,
    on: (from: number, to: number) => addDays(todayIn(zones[0], server.clock.now), int(from, to)),
    before: (most: number) => new Date(server.clock.now.getTime() - int(0, most) * dayMs),
    /** Without a last day it is open. */
    freeze: (id: string, from: string, until: string | null) =>
      run(sql`insert into membership_freezes (id, company_id, contact_membership_id, from_day, until_day, longest_until, reason)
        select ${uuid()}, company_id, id, ${from}::date, ${until}::date, ${until ?? addDays(from, int(1, 20))}::date, '' from contact_memberships where id = ${id}`),
  };
}

interface Life<Reports> {
  readonly days: number;
  readonly changesADay: number;
  readonly changes: readonly (() => Promise<void>)[];
  /** The job that stores. */
  readonly store: () => Promise<void>;
  /** Has the next report compute everything from the rows. */
  readonly forget: () => Promise<unknown>;
  readonly read: () => Promise<Reports>;
}

/** Lives for so many days. Every fifth day the reports must be the same from what is stored as from the rows; they are returned. */
export async function expectSameReports<Reports>(
  server: TestServer,
  { gym: { companyId }, seed, int, chance, pick }: Awaited<ReturnType<typeof createTwoZones>>,
  { days, changesADay, changes, store, forget, read }: Life<Reports>,
): Promise<Reports[]> {
  const reports: Reports[] = [];
  for (let day = 0; day < days; day += 1) {
    server.advance({ hours: int(4, 44) });
    for (let times = int(1, changesADay); times > 0; times -= 1) await pick(changes)();
    if (chance(0.5)) await store();
    if (day % 5 !== 4) continue;
    const stored = await read();
    expect(await server.database.readOnly([companyId], (tx) => verifyStored(tx, companyId))).toEqual([]);
    reports.push(stored);
    await forget();
    expect({ seed, day, reports: stored }).toEqual({ seed, day, reports: await read() });
    await store();
  }
  return reports;
}
