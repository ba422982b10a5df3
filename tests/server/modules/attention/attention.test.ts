import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Attention } from '#domain/attention/contract.ts';
import { attentionMax } from '#server/modules/attention/repo.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';
import { attentionCalls } from '#tests/support/attention.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;

const server = await sharedServer();
beforeEach(async () => {
  server.clock.now = new Date();
  gym = await createGym(server);
  make = builders(server, gym);
});

const { inDays, listed, kinds } = attentionCalls(server, () => gym);

const owed = async (change: object = {}, contactId?: string) =>
  invoiceBuilders(server, gym).invoice(contactId ?? (await make.contact()), {
    status: 'overdue',
    total_cents: 5_400,
    tax_cents: 400,
    due_cents: 5_400,
    ...change,
  });

/** An overdue renewal of a membership that ended yesterday. */
const renewal = async (
  status: 'declined' | 'given_up' | 'pending' | 'paid',
  change: object = {},
  membership: object = {},
) => {
  const contactId = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  const heldId = await make.contactMembership(contactId, {
    start_date: inDays(-60),
    end_date: inDays(-1),
    auto_renew: true,
    ...membership,
  });
  const invoiceId = await owed({ kind: 'renewal' }, contactId);
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('renewals')
      .values({
        contact_membership_id: heldId,
        period: 2,
        company_id: gym.companyId,
        invoice_id: invoiceId,
        status,
        attempts: 1,
        next_attempt_on: status === 'declined' ? inDays(2) : null,
        first_failed_on: inDays(-3),
        ...change,
      })
      .execute(),
  );
  return { contactId, heldId, invoiceId };
};
const ending = async (change: object = {}, contactId?: string) =>
  make.contactMembership(contactId ?? (await make.contact()), {
    start_date: inDays(-30),
    end_date: inDays(3),
    ...change,
  });

/** Of a membership whose plan changes with its next renewal. */
const goldNext = async () => ({
  planned_membership_id: await make.plan(),
  planned_name: 'Gold',
  planned_type: 'no_contract' as const,
  planned_billing_frequency: 'monthly' as const,
  planned_price_cents: 6_000,
});

describe('what needs attention', () => {
  test('a card that failed for good, with the invoice, the membership and the amount', async () => {
    const { contactId, heldId, invoiceId } = await renewal('given_up');
    expect(await listed()).toEqual({
      items: [
        {
          kind: 'card_failed',
          contact: { id: contactId, firstName: 'Ann', lastName: 'Oakley' },
          invoice: { id: invoiceId, status: 'overdue', due: 54, currency: 'USD' },
          contactMembership: { id: heldId, name: 'Monthly Unlimited' },
          on: inDays(-3),
          amount: 54,
        },
      ],
      total: 1,
    });
  });

  test('a renewal that is retried, by the day of the next try', async () => {
    await renewal('declined');
    expect((await listed()).items).toMatchObject([{ kind: 'retrying', on: inDays(2), amount: 54 }]);
  });

  test('a renewal without another try is overdue', async () => {
    await renewal('declined', {}, { auto_renew: false });
    await renewal('declined', {}, { access_enabled: false });
    expect(await kinds()).toEqual(['overdue', 'overdue']);
  });

  test('an overdue sale, but no open, paid or void one', async () => {
    const id = await owed();
    for (const status of ['open', 'paid', 'void', 'draft'] as const)
      await owed({
        status,
        ...(status === 'open' || status === 'draft' ? {} : { due_cents: 0, paid_cents: status === 'paid' ? 5_400 : 0 }),
      });
    expect((await listed()).items).toMatchObject([{ kind: 'overdue', invoice: { id } }]);
  });

  test.each([
    ['today', { end_date: 0 }, true],
    ['in seven days', { end_date: 7 }, true],
    ['in eight days', { end_date: 8 }, false],
    ['yesterday', { end_date: -1 }, false],
    ['soon and renews', { end_date: 3, auto_renew: true }, false],
    ['soon and renews once renewals are activated', { end_date: 3, renewal_on_hold: 'card' as const }, false],
    [
      'soon with its contract, which renewal does not extend',
      { end_date: 3, contract_end_date: 3, auto_renew: true },
      true,
    ],
    ['by a cancellation', { end_date: 30, cancels_on: 3, auto_renew: true }, true],
    ['soon and was canceled before', { end_date: 3, cancels_on: -1 }, false],
    ['soon and has no access', { end_date: 3, access_enabled: false }, false],
    ['soon and was never granted', { end_date: 3, granted_at: null }, false],
    [
      'on the day it began, as a day pass does',
      { start_date: 0, end_date: 0, billing_frequency: 'one_time' as const },
      false,
    ],
    ['soon and has not begun', { start_date: 1, end_date: 3 }, false],
  ])('a membership that ends %s: %o', async (_when, change, isListed) => {
    const dates = Object.fromEntries(
      Object.entries(change).map(([field, value]) => [field, typeof value === 'number' ? inDays(value) : value]),
    );
    await ending(dates);
    expect((await kinds()).length > 0).toBe(isListed);
  });

  test('a contract that ends, but not one whose plan changes then, nor what ends beside it', async () => {
    const planned = await goldNext();
    const contract = { contract_end_date: inDays(3), auto_renew: true };
    const contactId = await make.contact();
    await ending({ ...contract, ...planned }, contactId);
    await ending({}, contactId);
    expect(await kinds()).toEqual([]);
    const filtered = await gym.by.operator.get(`/contacts?memberStatus=ending_soon&locationId=${gym.locationId}`);
    expect(filtered.body.pagination.total).toBe(0);
    await ending(contract);
    expect(await kinds()).toEqual(['ending']);
  });

  test('no member of a household whose invoice is listed ends beside it', async () => {
    const { invoiceId } = await renewal('given_up', {}, { auto_renew: false, end_date: inDays(1) });
    const other = await ending({ end_date: inDays(1), auto_renew: false });
    const row = { contact_membership_id: other, period: 2, company_id: gym.companyId, invoice_id: invoiceId, line: 1 };
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('renewals')
        .values({ ...row, status: 'given_up', attempts: 1 })
        .execute(),
    );
    expect(await kinds()).toEqual(['card_failed']);
  });

  test('a membership that nobody billed in time, unless nothing is billed at the location of its next plan', async () => {
    const late = { start_date: inDays(-200), end_date: inDays(-100), auto_renew: true };
    await make.contactMembership(await make.contact(), late);
    const planned = { ...(await goldNext()), planned_location_id: gym.otherLocationId };
    await make.contactMembership(await make.contact(), { ...late, ...planned });
    expect(await kinds()).toEqual(['unbilled', 'unbilled']);
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    expect(await kinds()).toEqual(['unbilled']);
  });

  test('a membership that ends while another of the contact continues or is frozen is not listed', async () => {
    const contactId = await make.contact();
    await ending({}, contactId);
    await make.contactMembership(contactId, { start_date: inDays(4), end_date: inDays(40) });
    const frozen = await ending();
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('membership_freezes')
        .values({
          id: crypto.randomUUID(),
          company_id: gym.companyId,
          contact_membership_id: frozen,
          from_day: inDays(-2),
          until_day: null,
          longest_until: inDays(20),
          reason: 'Travel',
          created_by: null,
        })
        .execute(),
    );
    expect(await kinds()).toEqual([]);
  });

  test('what was at an archived location is seen where the contact is at home, and otherwise at the first location', async () => {
    const there = { location_id: gym.otherLocationId };
    const ends = [
      await ending(there),
      await ending({ ...there, auto_renew: true }),
      await ending({ ...(await goldNext()), planned_location_id: gym.otherLocationId, auto_renew: true }),
    ];
    const continues = { start_date: inDays(-30), end_date: inDays(3), auto_renew: true };
    // Neither of the two continues, at an archived location.
    const contactId = await make.contact();
    ends.push(await ending({}, contactId), await make.contactMembership(contactId, { ...continues, ...there }));
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    const walkIn = await make.contact({ archived_at: new Date(), home_location_id: gym.otherLocationId });
    const invoiceId = await owed(there, walkIn);
    const { items }: Attention = await listed();
    const ids = items.map(({ contactMembership, invoice }) => contactMembership?.id ?? invoice?.id);
    expect(ids.toSorted()).toEqual([...ends, invoiceId].toSorted());
    expect((await gym.by.admin.get('/attention')).body.total).toBe(6);
    expect(
      (await gym.by.operator.get(`/contacts?memberStatus=ending_soon&locationId=${gym.locationId}`)).body,
    ).toMatchObject({ pagination: { total: 4 } });
  });

  test('the most urgent first, by day within a kind', async () => {
    await ending({ end_date: inDays(5) });
    await ending({ end_date: inDays(2) });
    await owed();
    await renewal('declined');
    await renewal('given_up');
    const { items } = await listed();
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'card_failed',
      'retrying',
      'overdue',
      'ending',
      'ending',
    ]);
    expect([items[3].on, items[4].on]).toEqual([inDays(2), inDays(5)]);
  });

  test('the first rows and the total number', async () => {
    const contactId = await make.contact();
    for (let count = 0; count < attentionMax + 3; count += 1) await owed({ kind: 'renewal' }, contactId);
    const { items, total } = await listed();
    expect([items.length, total]).toEqual([attentionMax, attentionMax + 3]);
  });
});

describe('the location of an item', () => {
  test('the rows of the requested location, or of all accessible ones', async () => {
    await owed();
    await owed({ location_id: gym.otherLocationId });
    await ending({ location_id: gym.otherLocationId });
    expect((await listed('admin')).total).toBe(1);
    expect((await listed('admin', gym.otherLocationId)).total).toBe(2);
    expect((await gym.by.admin.get('/attention')).body.total).toBe(3);
    expect((await gym.by.operator.get('/attention')).body.total).toBe(1);
  });
});

test('background jobs that have not run for three of their intervals are shown to company admins only', async () => {
  const { unscoped } = server.database;
  const ran_at = new Date(Date.now() - 3 * 3_600_000);
  await unscoped.insertInto('jobs').values({ name: 'renewals', ran_at, every_seconds: 900 }).execute();
  expect([(await listed('admin')).lateJobs, (await listed('operator')).lateJobs]).toEqual([
    [{ name: 'renewals', lastRun: ran_at.toISOString() }],
    undefined,
  ]);
  await unscoped.deleteFrom('jobs').execute();
  expect((await listed('admin')).lateJobs).toBeUndefined();
});

test('so is a backup that fails, once the last good one is older than two days', async () => {
  const { unscoped } = server.database;
  onTestFinished(async () => void (await unscoped.deleteFrom('last_backup').execute()));
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const lateAfter = async (completed_at: Date | null, failed_at: Date | null) => {
    await unscoped.deleteFrom('last_backup').execute();
    await unscoped
      .insertInto('last_backup')
      .values({ completed_at, failed_at, failure: failed_at && 'full' })
      .execute();
    return (await listed('admin')).lateJobs;
  };
  expect(await lateAfter(daysAgo(1.9), daysAgo(0))).toBeUndefined();
  expect(await lateAfter(daysAgo(9), null)).toBeUndefined();
  expect(await lateAfter(daysAgo(2.1), daysAgo(0))).toMatchObject([{ name: 'backup' }]);
  expect(await lateAfter(null, daysAgo(0))).toMatchObject([{ name: 'backup' }]);
});
