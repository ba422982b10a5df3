import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { post } from '#server/modules/ledger/post.ts';
import { stripeActor } from '#server/platform/http/actors.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const app = <T>(text: ReturnType<typeof sql<T>>) =>
  server.database.scoped([gym.companyId], async (tx) => (await text.execute(tx)).rows);

/** Each posting in order: its kind, and its accounts with their cents. */
const postings = async () => {
  const rows = await app(sql<{ kind: string; accounts: Record<string, number> }>`
    select p.kind, json_object_agg(e.account, e.cents) as accounts
      from ledger_postings p
      join (select posting_id, account, sum(cents)::int as cents from ledger_entries group by 1, 2) e on e.posting_id = p.id
     group by p.id, p.kind, p.at order by p.at, p.id`);
  return rows.map(({ kind, accounts }) => [kind, accounts]);
};
const later = () => server.advance({ seconds: 1 });
/** Of $10.80 with a tax of $0.80. */
const sell = async (discount?: object) => {
  const salesItemId = await gym.make.salesItem({ price_cents: 1_000 });
  const { body } = await gym.till.cash([{ salesItemId, quantity: 1, ...discount }]);
  later();
  return body.invoice.id as string;
};
const owed = async () => {
  const contacts = [{ firstName: 'Mo', lastName: 'Vega', email: 'mo@moving.test', balance: 50 }];
  await gym.by.admin.post('/contacts/import', { body: { locationId: gym.locationId, contacts } });
  later();
  return (await gym.books.invoices())[0]?.id ?? '';
};
const act = async (invoiceId: string, action: string, body: object) => {
  const reply = await gym.by.manager.post(`/invoices/${invoiceId}/${action}`, { body });
  expect([reply.status, reply.body.message]).toEqual([
    action === 'void' || action === 'write-off' ? 200 : 201,
    undefined,
  ]);
  later();
  return reply.body;
};

const sold = ['invoice', { receivable: 1_080, revenue: -1_000, tax: -80 }];
const paid = ['payment', { cash: 1_080, receivable: -1_080 }];

describe('a posting for each movement of money, or of what is owed', () => {
  test('a sale, its payment, and its refunds with their share of the tax', async () => {
    const id = await sell();
    await act(id, 'refunds', { amount: 5.4, destination: 'cash', reason: 'Torn' });
    expect(await postings()).toEqual([sold, paid, ['refund', { cash: -540, refunds: 500, tax: 40 }]]);
  });

  test('a discount stands beside the price', async () => {
    await sell({ discount: { percent: 10, reason: 'Damaged' } });
    expect((await postings())[0]).toEqual(['invoice', { receivable: 972, revenue: -1_000, discount: 100, tax: -72 }]);
  });

  test('a balance carried over is owed and was never sold; a part is paid and the rest written off', async () => {
    const id = await owed();
    await act(id, 'payments', { method: 'cash', amount: 20 });
    await act(id, 'write-off', { reason: 'Moved away' });
    expect(await postings()).toEqual([
      ['invoice', { receivable: 5_000, opening_balance: -5_000 }],
      ['payment', { cash: 2_000, receivable: -2_000 }],
      ['write_off', { write_offs: 3_000, receivable: -3_000 }],
    ]);
  });

  test('a void takes back what was booked, on the day of the void', async () => {
    server.clock.now = new Date('2026-11-10T18:00:00Z');
    gym = await createPayingGym(server, stripe);
    const id = await owed();
    server.clock.now = new Date('2026-11-12T18:00:00Z');
    const manager = await server.as(gym.users.manager);
    expect((await manager.post(`/invoices/${id}/void`, { body: { reason: 'A mistake' } })).status).toBe(200);
    expect(await postings()).toEqual([
      ['invoice', { receivable: 5_000, opening_balance: -5_000 }],
      ['void', { receivable: -5_000, opening_balance: 5_000 }],
    ]);
    expect(await app(sql`select distinct kind, business_day from ledger_entries order by kind`)).toEqual([
      { kind: 'invoice', business_day: '2026-11-10' },
      { kind: 'void', business_day: '2026-11-12' },
    ]);
  });

  test('a card payment once Stripe has it, a dispute when the money is taken, and its return', async () => {
    const { intent, succeeded } = await chargedSale(gym);
    expect(await postings()).toEqual([sold]);
    await gym.deliver(succeeded);
    await gym.deliver(succeeded);
    const dispute = gym.account.dispute(intent.id);
    await gym.deliverAll();
    gym.account.balance.closeDispute(dispute.id, 'won');
    await gym.deliverAll();
    expect(await postings()).toEqual([
      sold,
      ['payment', { card: 1_080, receivable: -1_080 }],
      ['dispute', { disputes: 1_080, card: -1_080 }],
      ['dispute_won', { disputes: -1_080, card: 1_080 }],
    ]);
  });

  test('a drawer: the first float, cash in and out, and what a count or the next float differs', async () => {
    const open = async (float: number) =>
      (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float } })).body.drawer.id as string;
    const id = await open(100);
    later();
    await gym.by.manager.post(`/drawers/${id}/movements`, { body: { type: 'out', amount: 30, reason: 'Bank' } });
    later();
    await gym.by.manager.post(`/drawers/${id}/close`, { body: { counted: 69.5 } });
    later();
    await open(70);
    expect(await postings()).toEqual([
      ['drawer_count', { cash: 10_000, cash_in_out: -10_000 }],
      ['cash_movement', { cash: -3_000, cash_in_out: 3_000 }],
      ['drawer_count', { cash: -50, over_short: 50 }],
      ['drawer_count', { cash: 50, over_short: -50 }],
    ]);
  });
});

// Node knows this zone, and the bundled database does not.
test.each([
  ['2026-11-10T07:59:59Z', '2026-11-09'],
  ['2026-11-10T08:00:00Z', '2026-11-10'],
])(
  'is dated at %s by the clock that screens and reports go by, whatever time zones the database has',
  async (at, day) => {
    await server.database.scoped([gym.companyId], async (tx) => {
      await tx.updateTable('locations').set({ timezone: 'US/Pacific-New' }).where('id', '=', gym.locationId).execute();
      const entries = [
        { account: 'cash', cents: 500 },
        { account: 'cash_in_out', cents: -500 },
      ] as const;
      const { companyId, locationId } = gym;
      await post(tx, { kind: 'cash_movement', companyId, locationId, at: new Date(at), actor: stripeActor, entries });
    });
    expect(await app(sql`select business_day from ledger_entries group by business_day`)).toEqual([
      { business_day: day },
    ]);
  },
);

test('a refund of chosen lines is booked on them', async () => {
  const [towel, water] = [
    await gym.make.salesItem({ price_cents: 1_000 }),
    await gym.make.salesItem({ price_cents: 500 }),
  ];
  const { body } = await gym.till.cash([towel, water].map((salesItemId) => ({ salesItemId, quantity: 1 })));
  await act(body.invoice.id, 'refunds', {
    lines: [{ position: 1, quantity: 1 }],
    destination: 'cash',
    reason: 'Leaks',
  });
  expect(
    await app(
      sql`select item_id, account, cents from ledger_entries where kind = 'refund' and line is not null order by account`,
    ),
  ).toEqual([
    { item_id: water, account: 'refunds', cents: 500 },
    { item_id: water, account: 'tax', cents: 40 },
  ]);
});

describe('the database', () => {
  const entry = (posting: unknown, position: number, cents: number) => sql`
    insert into ledger_entries (posting_id, company_id, location_id, business_day, kind, position, account, cents)
    values (${posting}::uuid, ${gym.companyId}, ${gym.locationId}, '2026-11-01', 'payment', ${position}, 'cash', ${cents})`;
  const posting = async () => (await app(sql<{ id: string }>`select id from ledger_postings limit 1`))[0]?.id;

  test.each(['ledger_postings', 'ledger_entries'])(
    'lets the application neither change nor delete %s',
    async (table) => {
      await sell();
      await expect(app(sql`update ${sql.table(table)} set kind = 'payment'`)).rejects.toThrow('permission denied');
      await expect(app(sql`delete from ${sql.table(table)}`)).rejects.toThrow('permission denied');
    },
  );

  test('refuses entries that do not add up, also when they are added later', async () => {
    await sell();
    const id = await posting();
    await expect(app(entry(id, 10, 1))).rejects.toThrow('must add up to zero');
    await expect(app(entry(id, 10, 0))).rejects.toThrow('must add up to zero');
  });

  test('refuses a posting without entries', async () => {
    await expect(
      app(sql`
        insert into ledger_postings (id, company_id, location_id, at, business_day, kind, actor_type, actor_name)
        values (${uuid()}, ${gym.companyId}, ${gym.locationId}, now(), '2026-11-01', 'payment', 'operator', '')`),
    ).rejects.toThrow('A posting needs entries');
  });
});
