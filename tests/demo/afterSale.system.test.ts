import { expect, test } from 'vitest';
import { addDays, dayIn } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { everything, sharedDemo, type DemoRows } from '#tests/support/demo.ts';

const demo = await sharedDemo();
const { all, now } = demo;
const today = dayIn('America/Denver', now);

/** The memberships in Denver that meet a condition. */
const inDenver = (isFit: (row: DemoRows['contact_memberships'][number]) => boolean) => {
  const homes = new Map(all.contacts.map(({ id, home_location_id }) => [id, home_location_id]));
  return all.contact_memberships.filter(
    (row) => homes.get(row.contact_id) === demo.location('Iron Peak Denver') && isFit(row),
  );
};
const getRenewal = (id: string) => all.renewals.find((row) => row.contact_membership_id === id);
const getInvoice = (id: string) => all.invoices.find((row) => row.id === getRenewal(id)?.invoice_id);

test('members are past due, within their grace period: the card is tried again, or renewal has stopped', () => {
  const retried = inDenver(({ id }) => getRenewal(id)?.status === 'declined');
  const stopped = inDenver(({ renewal_stopped }) => renewal_stopped === 'card_declined');
  expect([retried.length > 0, stopped.length > 0]).toEqual([true, true]);
  for (const { id, end_date, grace_days } of [...retried, ...stopped]) {
    expect(end_date !== null && addDays(end_date, grace_days ?? 0) >= today).toBe(true);
    expect(getInvoice(id)).toMatchObject({ status: 'overdue', due_cents: expect.any(Number) });
  }
  for (const { id } of retried) expect(String(getRenewal(id)?.next_attempt_on) > today).toBe(true);
  for (const { auto_renew } of stopped) expect(auto_renew).toBe(false);
});

test('one renews manually with an outstanding invoice, one is frozen, one is canceled, and one changes its plan', () => {
  const [isManual] = inDenver(({ renews_by }) => renews_by === 'manual');
  expect(isManual && getInvoice(isManual.id)).toMatchObject({ status: 'open', created_by: null });
  const [frozen] = inDenver(({ id }) => all.membership_freezes.some((freeze) => freeze.contact_membership_id === id));
  const freeze = all.membership_freezes.find((row) => row.contact_membership_id === frozen?.id);
  expect(freeze && freeze.from_day < today && freeze.until_day !== null && freeze.until_day > today).toBe(true);
  const [canceled] = inDenver(({ cancels_on }) => cancels_on !== null);
  expect(canceled?.cancels_on).toBe(canceled?.end_date);
  const [changing] = inDenver(({ planned_membership_id }) => planned_membership_id !== null);
  expect(
    changing && changing.planned_price_cents !== null && changing.planned_price_cents > changing.purchase_price_cents,
  ).toBe(true);
});

test('the renewal job has nothing to do except manual renewals', async () => {
  const context = {
    config: { appSecret: 'x'.repeat(32), publicUrl: 'http://spotter.test', trustProxy: [] },
    database: demo.database,
    clock: () => now,
  };
  await renewMemberships(context);
  const after = await everything(demo.database);
  expect(after.renewals).toHaveLength(all.renewals.length);
  expect(after.contact_memberships.filter(({ auto_renew }) => auto_renew)).toHaveLength(
    all.contact_memberships.filter(({ auto_renew }) => auto_renew).length,
  );
});
