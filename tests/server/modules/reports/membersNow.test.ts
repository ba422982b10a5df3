import { expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { freeze, readReport, reportedGym } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const today = '2026-11-20';

test('the dashboard, the list of members, the company page and the reports count the same members at the same minute', async () => {
  const { gym, make } = await reportedGym(server);
  const at = (day: string) => new Date(`${day}T18:00:00Z`);
  const member = async (from: number, to: number | null, change: object = {}) => {
    const contactId = await make.contact();
    const membership = await make.contactMembership(contactId, {
      start_date: addDays(today, from),
      end_date: to === null ? null : addDays(today, to),
      granted_at: at(addDays(today, Math.min(from, 0))),
      ...change,
    });
    return { contactId, membership };
  };
  const canceled = (day: number) => ({
    cancels_on: addDays(today, day),
    cancel_reason: 'price' as const,
    canceled_at: at(today),
  });
  await member(-40, null);
  await member(-40, 10);
  await member(-40, 0);
  await member(-40, -1);
  await member(0, 0);
  await member(-30, 10, canceled(0));
  await member(-30, 10, canceled(-1));
  await member(-30, 10, canceled(5));
  await member(5, 30);
  await member(-30, 5, { access_enabled: false });
  // Past due: in the grace period, on its last day, and after it; with the renewal stopped or not.
  for (const auto_renew of [true, false])
    for (const end of [-1, -3, -4]) await member(-34, end, { grace_days: 3, auto_renew });
  const frozen = await member(-30, 20);
  await freeze(server, gym, frozen.membership, addDays(today, -2), addDays(today, 4));
  const twice = await member(-60, -10);
  await make.contactMembership(twice.contactId, {
    start_date: addDays(today, -3),
    end_date: today,
    granted_at: at(addDays(today, -3)),
  });
  const { contactId: archived } = await member(-30, 0);
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('contacts')
      .set({ archived_at: at(today) })
      .where('id', '=', archived)
      .execute(),
  );

  const { admin } = gym.by;
  const place = `locationId=${gym.locationId}`;
  const list = await admin.get(`/contacts?${place}&memberFilter=members`);
  const history = await admin.get(`/contacts/member-history?${place}&days=7`);
  const { totals } = await readReport(admin, `memberships?${place}&from=2026-11-01&to=${today}`);
  const overview = await readReport(admin, `overview?${place}&from=2026-11-01&to=${today}`);
  const locations = await admin.get(`/companies/${gym.companyId}/locations`);
  const own = locations.body.locations.find(
    ({ location }: { location: { id: string } }) => location.id === gym.locationId,
  );
  expect({
    history: history.body.days.at(-1).members,
    report: totals.atEnd,
    overview: overview.totals.atEnd,
    company: own.members,
  }).toEqual({
    history: list.body.pagination.total,
    report: list.body.pagination.total,
    overview: list.body.pagination.total,
    company: list.body.pagination.total,
  });
  expect((totals.atStart ?? 0) + (totals.joined ?? 0) - (totals.left ?? 0)).toBe(totals.atEnd);
});
