import { expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { freeze, readReport } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

/** At 10:30 UTC it is November 21 in Kiritimati, and still November 19 in Pago Pago. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
const todays = { 'Pacific/Kiritimati': '2026-11-21', 'Pacific/Pago_Pago': '2026-11-19' };

test.each([zones, zones.toReversed() as unknown as typeof zones])(
  'in a report of %s and %s whoever has their last day today by their own location is still a member, and nobody longer',
  async (timezone, other) => {
    server.clock.now = new Date('2026-11-20T10:30:00Z');
    const gym = await createGym(server, { timezone });
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: other }).where('id', '=', gym.otherLocationId).execute(),
    );
    const make = builders(server, gym);
    const member = async (home_location_id: string, lastDay: string) =>
      make.contactMembership(await make.contact({ home_location_id }), {
        start_date: '2026-10-01',
        end_date: lastDay,
        granted_at: new Date('2026-10-02T18:00:00Z'),
        auto_renew: false,
      });
    const places = [
      { id: gym.locationId, today: todays[timezone] },
      { id: gym.otherLocationId, today: todays[other] },
    ];
    for (const { id, today } of places) {
      const frozen = await member(id, today);
      await freeze(server, gym, frozen, addDays(today, -1), today);
      await member(id, addDays(today, -1));
      await member(id, '2026-12-31');
    }
    const count = async (to: string, place = '') => {
      const { totals } = await readReport(gym.by.admin, `memberships?from=2026-11-01&to=${to}${place}`);
      return [totals.atEnd, totals.frozen];
    };
    for (const to of Object.values(todays)) {
      const apart = await Promise.all(places.map(({ id }) => count(to, `&locationId=${id}`)));
      expect([to, await count(to)]).toEqual([
        to,
        apart[0]!.map((value, index) => Number(value) + Number(apart[1]![index])),
      ]);
    }
    for (const { id, today } of places) expect(await count(today, `&locationId=${id}`)).toEqual([2, 1]);
    expect(await readReport(gym.by.admin, 'memberships')).toMatchObject({ from: '2026-11-01', to: '2026-11-21' });
  },
);
