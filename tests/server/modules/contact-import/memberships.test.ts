import { beforeAll, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createPayingGym, payingServer, zoneByDay, type PayingGym } from '#tests/support/payingGym.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';

const { server, stripe } = await payingServer();
let gym: PayingGym;
let cashGym: Gym;
beforeAll(async () => {
  gym = await createPayingGym(server, stripe, { timezone: zoneByDay() });
  cashGym = await createGym(server);
  await gym.make.plan({ name: 'Unlimited', price_cents: 10_000 });
  await gym.make.plan({ name: 'Elsewhere', location_id: gym.otherLocationId });
  await gym.make.plan({ name: 'Twice' });
  await gym.make.plan({ name: 'TWICE' });
});

let made = 0;
const person = (more: object = {}) => {
  made += 1;
  return { firstName: 'Mo', lastName: `Vega ${made}`, email: `mo${made}@moving.test`, ...more };
};
const today = () => todayIn(gym.timezone, server.clock.now);
const inDays = (days: number) => addDays(today(), days);
const live = (more: object = {}) => ({ plan: 'unlimited', startDate: inDays(-400), nextBillDate: inDays(10), ...more });
const send = (contacts: unknown[], more: object = {}, caller = gym.by.operator) =>
  caller.post('/contacts/import', { body: { locationId: gym.locationId, contacts, ...more } });
const inGym = <T>(work: Parameters<typeof server.database.scoped<T>>[1]) =>
  server.database.scoped([gym.companyId], work);
const heldBy = (email: string) =>
  inGym((tx) =>
    tx
      .selectFrom('contact_memberships as m')
      .innerJoin('contacts as c', 'c.id', 'm.contact_id')
      .select([
        'm.id',
        'm.membership_name',
        'm.purchase_price_cents',
        'm.end_date',
        'm.auto_renew',
        'm.renewal_on_hold',
        'm.access_enabled',
        'c.id as contact_id',
      ])
      .where('c.email', '=', email)
      .executeTakeFirst(),
  );
const bought = async () => (await gym.by.admin.get(`/companies/${gym.companyId}/renewals-on-hold`)).body.renewalsOnHold;
const activate = (expectedTotal: number, headers = {}) =>
  gym.by.admin.post(`/companies/${gym.companyId}/renewals-on-hold/activate`, { body: { expectedTotal }, headers });
const runRenewals = () => renewMemberships(server.context);

test('a dry run says what each row becomes and saves nothing', async () => {
  const contacts = [
    person({ membership: live() }),
    person({ membership: live({ status: 'suspended' }) }),
    person({ membership: { plan: 'Unlimited', startDate: inDays(5) } }),
    person({ membership: { plan: 'Unlimited', startDate: inDays(-90), endDate: inDays(-30), status: 'expired' } }),
    person({ balance: 25.5 }),
    person({ membership: live({ plan: 'Gold' }) }),
    person({ membership: { plan: 'Unlimited' } }),
    person({ membership: live({ plan: 'Elsewhere' }) }),
    person({ membership: live({ plan: 'Twice' }) }),
  ];
  const { status, body } = await send(contacts, { dryRun: true });
  expect(status).toBe(200);
  expect(body.imported).toBe(5);
  expect(body.summary).toMatchObject({
    memberships: { active: 1, pending: 1, suspended: 1, expired: 1 },
    renewalsOnHold: 3,
    invoices: 1,
    balance: 25.5,
    stripeCustomers: 0,
  });
  expect(body.summary.rows.map(({ becomes }: { becomes: string }) => becomes)).toEqual([
    'active',
    'suspended',
    'pending',
    'expired',
    'contact',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
  ]);
  expect(body.summary.rows.slice(5).map(({ errors }: { errors: object }) => errors)).toEqual([
    {
      'membership.plan':
        'There is no membership plan named "Gold" at this location. Add it first, or choose "Not imported" for its column',
    },
    { 'membership.startDate': 'Start date or next bill date is required' },
    {
      'membership.plan':
        'There is no membership plan named "Elsewhere" at this location. Add it first, or choose "Not imported" for its column',
    },
    { 'membership.plan': 'More than one membership plan is named "Twice". Rename one of them first' },
  ]);
  expect(await heldBy(contacts[0]?.email ?? '')).toBeUndefined();
});

test('one invalid row refuses the whole file, with its row and field', async () => {
  const good = person({ membership: live() });
  const { status, body } = await send([
    good,
    person({ membership: live({ plan: 'Gold' }) }),
    person({ membership: live({ price: -1 }) }),
  ]);
  expect([status, body.errors]).toEqual([
    400,
    { 'contacts.2.membership.price': 'Price must be an amount of at least 0' },
  ]);
  const second = await send([good, person({ membership: live({ plan: 'Gold' }) })]);
  expect([second.status, second.body.errors]).toEqual([
    400,
    {
      'contacts.1.membership.plan':
        'There is no membership plan named "Gold" at this location. Add it first, or choose "Not imported" for its column',
    },
  ]);
  expect(await heldBy(good.email)).toBeUndefined();
});

test('memberships, balances and notes exist after the import, and appear in the member list and the activity log', async () => {
  const mover = person({ notes: 'Bad knee', balance: 12.34, membership: live({ price: 79 }) });
  const { body } = await send([mover]);
  expect(body).toMatchObject({ imported: 1, summary: { memberships: { active: 1 }, renewalsOnHold: 1, invoices: 1 } });
  const row = await heldBy(mover.email);
  expect(row).toMatchObject({
    membership_name: 'Unlimited',
    purchase_price_cents: 7_900,
    end_date: inDays(9),
    auto_renew: false,
    renewal_on_hold: 'manual',
  });
  const { body: list } = await gym.by.operator.get(`/contacts?locationId=${gym.locationId}&search=${mover.email}`);
  expect(list.contacts[0]).toMatchObject({ contact: { notes: 'Bad knee' } });
  const { body: bills } = await gym.by.operator.get(
    `/invoices?locationId=${gym.locationId}&contactId=${row?.contact_id}`,
  );
  expect(bills.invoices).toMatchObject([
    { invoice: { status: 'open', total: 12.34, paid: 0, description: 'Balance carried over' } },
  ]);
  const actions = await inGym((tx) =>
    tx
      .selectFrom('activity')
      .select('action')
      .where('actor_name', '=', 'Import')
      .where('record_type', '<>', 'contact')
      .execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['contact-membership.imported', 'invoice.imported']),
  );
});

test('an existing contact is unchanged', async () => {
  const known = person();
  await send([known]);
  const { body } = await send([{ ...known, membership: live(), balance: 5 }]);
  expect(body).toMatchObject({
    imported: 0,
    summary: { memberships: { active: 0 }, invoices: 0, rows: [{ becomes: 'existing' }] },
  });
  expect(await heldBy(known.email)).toBeUndefined();
});

test('a Stripe customer needs Stripe, and belongs to one contact', async () => {
  const [one, two] = [person({ stripeCustomerId: 'cus_same' }), person({ stripeCustomerId: 'cus_same' })];
  const twice = await send([one, two]);
  expect([twice.status, twice.body.errors]).toEqual([
    400,
    { 'contacts.1.stripeCustomerId': 'This Stripe customer belongs to another contact' },
  ]);
  expect((await send([one])).status).toBe(200);
  expect((await send([two])).status).toBe(400);
  const without = await cashGym.by.operator.post('/contacts/import', {
    body: { locationId: cashGym.locationId, contacts: [one] },
  });
  expect([without.status, without.body.message]).toEqual([400, 'Connect Stripe before importing Stripe customers']);
});

test('nobody is charged before renewals are activated; then everybody due once, with the card that Stripe has', async () => {
  const [zero, due, declined, later, canceled] = [
    await bought(),
    person({
      stripeCustomerId: gym.account.customerWithCard('pm_card_visa'),
      membership: live({ nextBillDate: inDays(1), startDate: undefined }),
    }),
    person({ stripeCustomerId: 'cus_unknown', membership: live({ nextBillDate: inDays(1), startDate: undefined }) }),
    person({ stripeCustomerId: gym.account.customerWithCard('pm_card_visa'), membership: live() }),
    person({ membership: live({ nextBillDate: inDays(1), renewal: 'none' }) }),
  ];
  await send([due, declined, later, canceled]);
  expect(await runRenewals()).toEqual({ charged: 0, declined: 0 });
  const preview = await bought();
  expect(preview).toMatchObject({
    card: zero.card + 3,
    chargeCount: zero.chargeCount + 2,
    cardTotal: zero.cardTotal + 216,
    total: zero.total + 216,
  });
  expect(preview.charges).toContainEqual(
    expect.objectContaining({
      contactName: `Mo ${due.lastName}`,
      planName: 'Unlimited',
      amount: 108,
      renewsBy: 'card',
      endDate: today(),
    }),
  );
  expect(await activate(preview.total - 108)).toMatchObject({
    status: 409,
    body: { message: 'The first charges have changed. Please check them again.', total: preview.total },
  });
  expect(await runRenewals()).toEqual({ charged: 0, declined: 0 });

  const responses = await Promise.all([activate(preview.total), activate(preview.total)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await bought()).toMatchObject({ card: 0, manual: 0, total: 0 });
  expect(await runRenewals()).toEqual({ charged: 1, declined: 1 });
  expect(await runRenewals()).toEqual({ charged: 0, declined: 0 });
  expect([...gym.account.intents.values()].filter(({ status }) => status === 'succeeded')).toMatchObject([
    { amount: 10_800 },
  ]);
  expect(await heldBy(due.email)).toMatchObject({ auto_renew: true, renewal_on_hold: null });
  expect((await heldBy(due.email))?.end_date).not.toBe(today());
  expect(await heldBy(later.email)).toMatchObject({ auto_renew: true, end_date: inDays(9) });
  expect(await heldBy(canceled.email)).toMatchObject({ auto_renew: false, renewal_on_hold: null });
});

test('what is to renew by card is invoiced where no card came with it, and not declined', async () => {
  const cardless = person({ membership: live({ nextBillDate: inDays(1), startDate: undefined, renewal: 'card' }) });
  await send([cardless]);
  const preview = await bought();
  expect(preview).toMatchObject({ card: 0, withoutCard: 1, cardTotal: 0 });
  expect(preview.charges).toMatchObject([{ contactName: `Mo ${cardless.lastName}`, renewsBy: 'manual', amount: 108 }]);
  expect((await activate(preview.total)).status).toBe(200);
  expect(await runRenewals()).toEqual({ charged: 0, declined: 0 });
  const { contact_id } = (await heldBy(cardless.email)) ?? {};
  expect((await gym.by.operator.get(`/invoices?contactId=${contact_id}`)).body.invoices).toMatchObject([
    { invoice: { status: 'open', due: 108 } },
  ]);
});

test('the activation does not change a renewal that was turned on or off by hand', async () => {
  const [on, off] = [person({ membership: live() }), person({ membership: live() })];
  await send([on, off]);
  for (const [who, autoRenew] of [
    [on, true],
    [off, false],
  ] as const) {
    const row = await heldBy(who.email);
    expect(
      (
        await gym.by.operator.put(`/contacts/${row?.contact_id}/memberships/${row?.id}/renewal`, {
          body: { autoRenew },
        })
      ).status,
    ).toBe(200);
  }
  const untouched = person({ membership: live() });
  await send([untouched]);
  const { contact_id } = (await heldBy(untouched.email)) ?? {};
  const isHeld = async () =>
    (await gym.by.operator.get(`/contacts/${contact_id}/memberships`)).body.memberships[0].isRenewalOnHold;
  expect(await isHeld()).toBe(true);
  await activate((await bought()).total);
  expect(await isHeld()).toBe(false);
  expect(await heldBy(on.email)).toMatchObject({ auto_renew: true });
  expect(await heldBy(off.email)).toMatchObject({ auto_renew: false, renewal_on_hold: null });
});

test("only the company's own admin sees and activates what is on hold", async () => {
  const path = `/companies/${gym.companyId}/renewals-on-hold`;
  expect((await gym.by.manager.get(path)).status).toBe(403);
  expect((await gym.by.manager.post(`${path}/activate`, { body: { expectedTotal: 0 } })).status).toBe(403);
  expect((await cashGym.by.admin.get(path)).status).toBe(404);
  expect((await cashGym.by.admin.post(`${path}/activate`, { body: { expectedTotal: 0 } })).status).toBe(404);
  expect((await activate(-1)).status).toBe(400);
  expect((await gym.by.admin.post(`${path}/activate`, { body: {} })).status).toBe(400);
});

test('2,000 rows with 1,000 memberships in one request, half of them by two concurrent callers', async () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => person(index % 2 ? { membership: live(), balance: 1 } : {}));
  const responses = await Promise.all([send(rows), send(rows.toReversed(), {}, gym.by.admin)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(
    responses.map(({ body }) => body.summary.memberships.active).toSorted((a: number, b: number) => a - b),
  ).toEqual([0, 1_000]);
  expect((await bought()).manual).toBe(1_000);
});
