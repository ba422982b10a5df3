import { addDays } from 'date-fns';
import { beforeEach, expect, test } from 'vitest';
import { addDays as plusDays, todayIn } from '#domain/shared/dates.ts';
import { readCardDetails } from '#server/modules/stripe/cardDetails.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { owed } = collectingAt(server, () => gym);
const read = (days = 0) =>
  readCardDetails({ config: server.config, database: server.database, clock: () => addDays(server.clock.now, days) });
const readCard = async (invoiceId: string) => (await gym.by.operator.get(`/invoices/${invoiceId}`)).body.savedCard;
const asked = () => stripe.calls.filter((call) => call.startsWith('GET /v1/payment_methods')).length;

/** The card that a sale saves. */
async function keptCard(): Promise<string> {
  const { intent, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  return String(intent.payment_method);
}

test('the saved card is named on an invoice with the last day on which it can be charged, once Stripe was asked', async () => {
  const id = await owed();
  expect(await readCard(id)).toBeNull();
  gym.account.expire(await keptCard(), 2028, 2);
  expect(await readCard(id)).toBeNull();
  await read();
  expect(await readCard(id)).toEqual({ brand: 'visa', lastDigits: '4242', lastDay: '2028-02-29' });
});

test('Stripe is asked once, again after two weeks, and immediately about another card', async () => {
  const id = await owed();
  const first = await keptCard();
  await read();
  const before = asked();
  await read();
  expect(asked()).toBe(before);
  gym.account.expire(first, 2030, 1);
  await read(15);
  expect((await readCard(id)).lastDay).toBe('2030-01-31');
  gym.account.expire(await keptCard(), 2032, 12);
  expect(await readCard(id)).toBeNull();
  await read(15);
  expect((await readCard(id)).lastDay).toBe('2032-12-31');
});

test('a card that Stripe does not have is asked about once', async () => {
  const id = await owed();
  await keptCard();
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_gone' }).execute(),
  );
  await read();
  const before = asked();
  await read();
  expect([asked(), await readCard(id)]).toEqual([before, null]);
});

test('while Stripe does not answer the card stays unknown, and is read the next time; other companies are not affected', async () => {
  const id = await owed();
  await keptCard();
  stripe.fail(/GET \/v1\/payment_methods/, 500);
  await expect(read()).rejects.toThrow('1 saved cards could not be read');
  expect(await readCard(id)).toBeNull();
  await read();
  expect(await readCard(id)).not.toBeNull();
});

test('a renewal of the next 30 days whose card will have expired is counted and listed', async () => {
  const today = todayIn(gym.timezone, server.clock.now);
  const end = plusDays(today, 20);
  await gym.make.contactMembership(gym.contactId, {
    start_date: today,
    end_date: end,
    auto_renew: true,
    purchase_price_cents: 5_000,
  });
  const card = await keptCard();
  const tables = async () =>
    (await gym.by.admin.get(`/reports/memberships?locationId=${gym.locationId}`)).body.report.tables;
  gym.account.expire(card, Number(end.slice(0, 4)) + 1, 1);
  await read();
  expect(await tables()).toMatchObject({ renewals: [{ key: 'card', memberships: 1, expiredCards: 0 }], cards: [] });
  const lastDay = (day: string) =>
    server.database.scoped([gym.companyId], (tx) => tx.updateTable('saved_cards').set({ last_day: day }).execute());
  // It is still valid on its last day.
  await lastDay(end);
  expect(await tables()).toMatchObject({ renewals: [{ expiredCards: 0 }], cards: [] });
  await lastDay(today);
  expect(await tables()).toMatchObject({
    renewals: [{ key: 'card', memberships: 1, expiredCards: 1 }],
    cards: [
      {
        label: 'Ann Oakley',
        detail: expect.stringMatching(/^Monthly Unlimited, renews .*: Visa ending in 4242$/),
        amount: 50,
      },
    ],
  });
});

test('a renewal that the payer of a household pays is counted and listed by the payer’s card, not by the member’s', async () => {
  const today = todayIn(gym.timezone, server.clock.now);
  const child = await gym.make.contact({ first_name: 'Zoe' });
  const term = { start_date: today, end_date: plusDays(today, 20), auto_renew: true, purchase_price_cents: 5_000 };
  for (const person of [gym.contactId, child]) await gym.make.contactMembership(person, term);
  await keptCard();
  await read();
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx.updateTable('saved_cards').set({ last_day: today }).execute();
    const household = { id: child, company_id: gym.companyId, name: 'Oakley', payer_id: gym.contactId };
    const now = server.clock.now;
    await tx
      .insertInto('households')
      .values({ ...household, created_at: now, updated_at: now })
      .execute();
    for (const contact_id of [gym.contactId, child])
      await tx
        .insertInto('household_members')
        .values({ contact_id, company_id: gym.companyId, household_id: child, joined_at: now })
        .execute();
  });
  const { tables } = (await gym.by.admin.get(`/reports/memberships?locationId=${gym.locationId}`)).body.report;
  expect(tables.renewals).toMatchObject([{ key: 'card', memberships: 2, expiredCards: 2 }]);
  expect(tables.cards).toHaveLength(2);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('households').set({ payer_id: child }).execute(),
  );
  const changed = (await gym.by.admin.get(`/reports/memberships?locationId=${gym.locationId}`)).body.report.tables;
  expect(changed).toMatchObject({ renewals: [{ memberships: 2, expiredCards: 0 }], cards: [] });
});

test("a contact's memberships bring the card that pays their renewals, and renewals on hold the one that has expired", async () => {
  const today = todayIn(gym.timezone, server.clock.now);
  const membership = { start_date: '2026-01-01', end_date: today, auto_renew: false, renewal_on_hold: 'card' as const };
  await gym.make.contactMembership(gym.contactId, membership);
  const card = await keptCard();
  const [, other] = [await keptCard(), await gym.make.contact({})];
  await gym.make.contactMembership(other, membership);
  gym.account.expire(card, 2026, 1);
  await read();
  const lastDay = async (day: string) => {
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('saved_cards').set({ last_day: day }).execute(),
    );
    const { hasSavedCard, savedCard: memberships } = (
      await gym.by.operator.get(`/contacts/${gym.contactId}/memberships`)
    ).body;
    expect(hasSavedCard).toBe(true);
    const { charges } = (await gym.by.admin.get(`/companies/${gym.companyId}/renewals-on-hold`)).body.renewalsOnHold;
    return [
      memberships,
      charges.map(({ contactId, expiredCard }: { contactId: string; expiredCard: object | null }) => [
        contactId === gym.contactId,
        expiredCard,
      ]),
    ];
  };
  const visa = { brand: 'visa', lastDigits: '4242', lastDay: '2026-01-31' };
  expect(await lastDay(visa.lastDay)).toEqual([
    visa,
    expect.arrayContaining([
      [true, visa],
      [false, null],
    ]),
  ]);
  expect(await lastDay('2099-12-31')).toEqual([
    { ...visa, lastDay: '2099-12-31' },
    expect.arrayContaining([
      [true, null],
      [false, null],
    ]),
  ]);
});
