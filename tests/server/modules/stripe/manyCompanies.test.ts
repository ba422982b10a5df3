import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '#domain/shared/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { asAdmin } from '#tests/support/database.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let other: PayingGym;
beforeEach(async () => {
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  gym = await createPayingGym(server, stripe);
  other = await createPayingGym(server, stripe);
});

const context = (database: Database = server.database) => ({
  config: server.config,
  database,
  clock: () => server.clock.now,
});
const endDay = '2027-04-14';
const toItsLastDay = () => {
  server.clock.now = new Date(startOfDay(gym.timezone, endDay).getTime() + 12 * 3_600_000);
};
/** A monthly plan of this gym's member that ends on the day and renews automatically. */
const ending = async ({ make }: PayingGym, change: object = {}) => {
  const contactId = await make.contact();
  await make.contactMembership(contactId, { start_date: '2027-03-15', end_date: endDay, auto_renew: true, ...change });
  return contactId;
};
const card = ({ till, make }: PayingGym) =>
  make.salesItem({ price_cents: 500 }).then((salesItemId) => till.card([{ salesItemId, quantity: 1 }]));

describe('one company’s failure does not affect others', () => {
  test('a renewal whose invoice cannot be written stops no other, of its company or of another', async () => {
    const tooDear = await ending(gym, { purchase_price_cents: 2_147_483_647 });
    const own = await ending(gym);
    const theirs = await ending(other);
    toItsLastDay();
    await expect(renewMemberships(context())).rejects.toThrow('1 renewals failed');
    const invoices = [...(await gym.books.invoices()), ...(await other.books.invoices())];
    expect(invoices.map(({ contact_id }) => contact_id).toSorted()).toEqual([own, theirs].toSorted());
    expect(invoices.some(({ contact_id }) => contact_id === tooDear)).toBe(false);
  });

  test('an account that cannot be reached stops no other company’s payments, and is skipped for the rest of the run', async () => {
    const lost: string[] = [];
    for (let sale = 0; sale < 6; sale += 1) lost.push((await card(gym)).body.paymentIntent.id);
    const { body: sold } = await card(other);
    other.account.confirmIntent(sold.paymentIntent.id, { payment_method: 'pm_card_visa' });
    for (const id of lost) stripe.fail(new RegExp(`GET .*${id}`), 'cut', 50);
    stripe.calls.splice(0);
    await expect(sweepPayments(context())).rejects.toThrow('payments could not be reconciled');
    expect(await other.books.invoice(sold.invoice.id)).toMatchObject({ status: 'paid' });
    expect(stripe.calls.filter((call) => lost.some((id) => call.includes(id))).length).toBeLessThan(6);
  });

  test('row counters that cannot be compacted do not stop another company’s', async () => {
    const name = new URL(server.url).pathname.slice(1);
    const spread = async ({ companyId }: PayingGym, amount: string) => {
      const locationId = uuid();
      for (const shard of [0, 1]) {
        await asAdmin(
          `insert into row_counters values ('${companyId}', '${locationId}', 'invoices', '', ${shard}, ${amount})`,
          name,
        );
      }
    };
    await spread(gym, '9000000000000000000');
    await spread(other, '5');
    await expect(purgeExpired(server.database, new Date(), allModules)).rejects.toThrow(
      'The row counters of 1 companies',
    );
    const left = await server.database.scoped([other.companyId], (tx) =>
      sql<{ shard: number }>`select distinct shard from row_counters`.execute(tx),
    );
    expect(left.rows).toEqual([{ shard: 0 }]);
    await asAdmin(`delete from row_counters where amount > 1000000000`, name);
  });
});

test('background jobs do not open a company without due work', async () => {
  const idle = Array.from({ length: 50 }, () => uuid());
  for (const company of idle) {
    await server.database.scoped([company], (tx) =>
      tx.insertInto('companies').values({ id: company, name: 'Idle', email: '' }).execute(),
    );
  }
  await ending(gym);
  await card(other);
  toItsLastDay();
  const opened = new Set<string>();
  const watched: Database = {
    ...server.database,
    scoped: (companies, work) => {
      companies.forEach((company) => opened.add(company));
      return server.database.scoped(companies, work);
    },
  };
  for (const job of [renewMemberships, sweepPayments, reconcileRefunds]) await job(context(watched));
  await purgeExpired(watched, new Date(), allModules);
  expect(opened).toContain(gym.companyId);
  expect(opened).toContain(other.companyId);
  expect(idle.filter((company) => opened.has(company))).toEqual([]);
});

test('many concurrent processes bill and charge each due membership once', async () => {
  for (let member = 0; member < 12; member += 1) await ending(member % 2 ? gym : other);
  toItsLastDay();
  await Promise.all(Array.from({ length: 6 }, () => renewMemberships(context())));
  const invoices = [...(await gym.books.invoices()), ...(await other.books.invoices())];
  expect(new Set(invoices.map(({ contact_id }) => contact_id)).size).toBe(12);
  expect(invoices).toHaveLength(12);
});
