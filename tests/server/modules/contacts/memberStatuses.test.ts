import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { memberStatuses } from '#domain/contacts/memberStatus.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const today = todayIn('America/Denver', new Date());
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const server = await sharedServer();
server.checksLedger = false;
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const named = (first_name: string) => make.contact({ first_name });
const seen = async (name: string, bought: Parameters<typeof make.contactMembership>[1][], days = 1) => {
  const id = await named(name);
  for (const one of bought) await make.contactMembership(id, one);
  await make.checkin(id, { checkin_time: daysAgo(days) });
  return id;
};
const freeze = async (contactId: string, days: { from_day: string; longest_until: string }) =>
  server.database.scoped([gym.companyId], async (tx) => {
    const { id } = await tx
      .selectFrom('contact_memberships')
      .select('id')
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow();
    await sql`insert into membership_freezes (id, company_id, contact_membership_id, from_day, longest_until, reason)
      values (gen_random_uuid(), ${gym.companyId}, ${id}, ${days.from_day}, ${days.longest_until}, 'Travel')`.execute(
      tx,
    );
  });
await named('Prospect');
await seen('Active', [{}]);
await seen('Ending', [{ end_date: addDays(today, 7) }]);
await seen('EndingLater', [{ end_date: addDays(today, 8) }]);
await seen('Renewing', [{ end_date: addDays(today, 2), auto_renew: true }]);
await seen('ContractEnds', [{ end_date: addDays(today, 2), contract_end_date: addDays(today, 2), auto_renew: true }]);
await seen('Followed', [{ end_date: addDays(today, 2) }, { start_date: addDays(today, 3) }]);
await seen('Suspended', [{ access_enabled: false, end_date: addDays(today, 2) }]);
await seen('SuspendedOnce', [{ access_enabled: false }, {}]);
await freeze(await seen('Frozen', [{}]), { from_day: addDays(today, -1), longest_until: today });
await freeze(await seen('FrozenLater', [{}]), { from_day: addDays(today, 1), longest_until: addDays(today, 9) });
// Seven frozen days that the job has not added yet: it ends in three.
await freeze(await seen('Thawed', [{ end_date: addDays(today, -4) }]), {
  from_day: addDays(today, -20),
  longest_until: addDays(today, -14),
});
await seen('Cancelled', [{ end_date: addDays(today, 2), cancels_on: addDays(today, 2), auto_renew: true }]);
await seen('CancelledNow', [{ cancels_on: addDays(today, -1), access_enabled: false }]);
await seen('Pending', [{ start_date: addDays(today, 1) }]);
await seen('Expired', [{ end_date: addDays(today, -1) }], 40);
await seen('PastDue', [{ end_date: addDays(today, -3), grace_days: 3, auto_renew: true }]);
await seen('PastGrace', [{ end_date: addDays(today, -4), grace_days: 3, auto_renew: true }]);
await seen('PastDueStopped', [{ end_date: addDays(today, -1), grace_days: 1, renewal_stopped: 'card_declined' }]);
await seen('Unpaid', [{ granted_at: null }], 40);
await seen('Absent', [{}], 31);
const denied = await seen('OnlyDenied', [{}], 40);
await make.checkin(denied, { access_granted: false, reason: 'Membership access is suspended' });
await make.contactMembership(await named('NeverSeen'));
await make.contactMembership(await named('New'), { start_date: addDays(today, -29) });
const elsewhere = { end_date: addDays(today, 2), auto_renew: true };
await seen('Archived', [{ ...elsewhere, location_id: gym.otherLocationId }]);
await seen('ChangesToArchived', [
  { ...elsewhere, planned_membership_id: await make.plan(), planned_location_id: gym.otherLocationId },
]);
await gym.by.admin.delete(`/locations/${gym.otherLocationId}`);
const owing = await seen('Owing', [{}]);
await gym.by.admin.post('/sales-items/purchase', {
  body: {
    contactId: owing,
    locationId: gym.locationId,
    items: [{ salesItemId: await make.salesItem({ price_cents: 5_000 }), quantity: 1 }],
    paymentMethod: 'cash',
  },
});
await server.database.scoped([gym.companyId], (tx) =>
  tx
    .updateTable('invoices')
    .set({ status: 'open', paid_cents: 0, due_cents: 5_400 })
    .where('contact_id', '=', owing)
    .execute(),
);
await builders(server, rival).contactMembership(await builders(server, rival).contact({ first_name: 'Rival' }));

interface Row {
  contact: { firstName: string };
  memberStatus: {
    membership: { name: string; status: string } | null;
    lastVisit: string | null;
    due: number;
    memberStatuses: string[];
  } | null;
}

const list = async (query: string, by: Caller = gym.by.operator) => {
  const { status, body } = await by.get(`/contacts?locationId=${gym.locationId}&limit=100&${query}`);
  expect(status).toBe(200);
  return { rows: body.contacts as Row[], total: body.pagination.total as number };
};
const names = (rows: Row[]) => rows.map(({ contact }) => contact.firstName).toSorted();

describe('GET /contacts?memberStatus=', () => {
  test.each([
    [
      'ending_soon',
      ['Archived', 'Cancelled', 'ChangesToArchived', 'ContractEnds', 'Ending', 'PastDueStopped', 'Thawed'],
    ],
    ['suspended', ['Frozen', 'Suspended']],
    ['owing', ['Owing']],
    ['not_seen', ['Absent', 'NeverSeen', 'OnlyDenied']],
  ])('%s', async (memberStatus, expected) => {
    const { rows, total } = await list(`memberStatus=${memberStatus}`);
    expect(names(rows)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test.each(memberStatuses)(
    'the filter %s finds exactly the contacts that the list shows with it',
    async (memberStatus) => {
      const everyone = await list('');
      const expected = everyone.rows.filter((row) => row.memberStatus?.memberStatuses.includes(memberStatus));
      expect(expected.length).toBeGreaterThan(0);
      for (const query of ['', '&search=casey', '&search=member.test', '&includeVisitors=true']) {
        const found = await list(`memberStatus=${memberStatus}${query.replace('casey', 'jones')}`);
        expect(names(found.rows)).toEqual(names(expected));
        expect(found.total).toBe(expected.length);
      }
      const { body } = await gym.by.admin.get(`/contacts?limit=100&memberStatus=${memberStatus}`);
      expect(names(body.contacts)).toEqual(names(expected));
    },
  );

  test('if locations have different dates, each contact has the date of their home location', async () => {
    const behind = 'Etc/GMT+12';
    for (const [timezone, locationId] of [
      [behind, rival.locationId],
      ['Pacific/Kiritimati', rival.otherLocationId],
    ] as const) {
      await server.database.scoped([rival.companyId], (tx) =>
        tx.updateTable('locations').set({ timezone }).where('id', '=', locationId).execute(),
      );
      const there = builders(server, { companyId: rival.companyId, locationId });
      await there.contactMembership(await there.contact({ first_name: timezone }), {
        end_date: todayIn(behind, new Date()),
      });
    }
    const { body } = await rival.by.admin.get('/contacts?limit=100&memberStatus=active');
    expect(names(body.contacts)).toEqual([behind, 'Rival']);
  });

  test('in the grace period a contact is an active member, and no longer', async () => {
    const late = ['PastDue', 'PastDueStopped'];
    for (const query of ['memberStatus=active', 'memberFilter=members']) {
      expect(names((await list(query)).rows).filter((name) => name.startsWith('Past'))).toEqual(late);
    }
    const { rows } = await list('search=past');
    const shown = rows.map(({ contact, memberStatus }) => [contact.firstName, memberStatus?.membership?.status]);
    expect(shown.toSorted()).toEqual([
      ['PastDue', 'active'],
      ['PastDueStopped', 'active'],
      ['PastGrace', 'expired'],
    ]);
  });

  test('it combines with the member filter and pages', async () => {
    expect((await list('memberStatus=owing&memberFilter=non-members')).total).toBe(0);
    const { body } = await gym.by.operator.get(
      `/contacts?locationId=${gym.locationId}&memberStatus=active&limit=2&page=3&sortBy=firstName&sortOrder=asc`,
    );
    expect(body.contacts).toHaveLength(2);
    expect(body.pagination.total).toBe((await list('memberStatus=active')).total);
  });

  test('each row says its plan and status, last visit and amount owed', async () => {
    const { rows } = await list('search=owing');
    expect(rows[0]?.memberStatus).toMatchObject({
      membership: { name: 'Monthly Unlimited', status: 'active', isValidHere: true },
      due: 54,
      memberStatuses: ['active', 'owing'],
    });
    expect(Date.parse(rows[0]?.memberStatus?.lastVisit ?? '')).toBeLessThan(Date.now());
    const [prospect] = (await list('search=prospect')).rows;
    expect(prospect?.memberStatus).toEqual({ membership: null, lastVisit: null, due: 0, memberStatuses: [] });
  });

  test('the point_of_sale level neither sees a member status nor filters by it', async () => {
    expect((await list('', gym.by.point_of_sale)).rows.map(({ memberStatus }) => memberStatus)).toEqual(
      Array.from({ length: 27 }, () => null),
    );
    for (const query of ['memberStatus=owing', 'tags=VIP']) {
      expect((await gym.by.point_of_sale.get(`/contacts?locationId=${gym.locationId}&${query}`)).status).toBe(403);
      expect((await gym.by.point_of_sale.get(`/contacts?${query}`)).status).toBe(403);
    }
  });
});
