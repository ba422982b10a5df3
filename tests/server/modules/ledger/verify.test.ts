import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { paymentKinds, postingKinds, refundKinds } from '#domain/ledger/accounts.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { verifyAllLedgers as runCommand } from '#server/cli/verifyLedger.ts';
import { readConfig } from '#server/config.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;

/** Ten seconds later, so that what is done at the till falls into the drawer. */
const later = () => server.advance({ seconds: 10 });

/** A small book that has a posting of every kind. */
beforeAll(async () => {
  gym = await createPayingGym(server, stripe);
  const { manager } = gym.by;
  const post = async (path: string, body: object) => {
    later();
    const response = await manager.post(path, { body });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const open = (float: number) => post('/drawers', { locationId: gym.locationId, float });
  const { drawer } = await open(100);
  const items = [
    {
      salesItemId: await gym.make.salesItem({ price_cents: 1_000 }),
      quantity: 2,
      discount: { percent: 10, reason: 'Torn' },
    },
    { salesItemId: await gym.make.salesItem({ price_cents: 333 }), quantity: 1 },
  ];
  const sale = { contactId: gym.contactId, locationId: gym.locationId, items, paymentMethod: 'cash' };
  const { invoice } = await post('/sales-items/purchase', sale);
  await post(`/invoices/${invoice.id}/refunds`, { amount: 5, destination: 'cash', reason: 'Torn' });
  await post('/sales-items/purchase', { ...sale, paymentMethod: 'other', otherMethod: 'Check' });
  const free = await gym.make.salesItem({ price_cents: 0 });
  const freeItems = [free, await gym.make.salesItem({ price_cents: 0 })].map((salesItemId) => ({
    salesItemId,
    quantity: 1,
  }));
  await post('/sales-items/purchase', { ...sale, items: freeItems });

  const membershipId = await gym.make.plan({ price_cents: 5_000 });
  const startDate = todayIn(gym.timezone, server.clock.now);
  const owed = async () =>
    (await post('/memberships/purchase', { contactId: gym.contactId, membershipId, startDate, autoRenew: false }))
      .invoice;
  await post(`/invoices/${(await owed()).id}/void`, { reason: 'A mistake' });
  const lost = await owed();
  await post(`/invoices/${lost.id}/payments`, { method: 'cash', amount: 20 });
  const { paymentIntent } = await post(`/invoices/${lost.id}/payments`, { method: 'card', card: 'new', amount: 4 });
  await post(`/invoices/${lost.id}/write-off`, { reason: 'Moved away' });
  gym.account.intentOf(paymentIntent.id).status = 'requires_payment_method';
  gym.account.confirmIntent(paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();

  const returned = await chargedSale(gym);
  await gym.deliver(returned.succeeded);
  await post(`/invoices/${returned.invoiceId}/refunds`, { destination: 'card', reason: 'A mistake' });
  gym.account.failRefund([...gym.account.refunds.keys()].at(-1) ?? '');
  for (const outcome of ['won', 'lost'] as const) {
    const disputed = await chargedSale(gym);
    await gym.deliver(disputed.succeeded);
    gym.account.balance.closeDispute(gym.account.dispute(disputed.intent.id).id, outcome);
  }
  await gym.deliverAll();

  const contact = { firstName: 'Mo', lastName: 'Vega', email: 'mo@member.test', balance: 50 };
  await post('/contacts/import', { locationId: gym.locationId, contacts: [contact] });
  const opening = (await gym.books.invoices()).find(({ kind }) => kind === 'manual_balance')!;
  await post(`/invoices/${opening.id}/payments`, { method: 'cash' });
  await post(`/invoices/${opening.id}/refunds`, { amount: 2, destination: 'cash', reason: 'A mistake' });

  await post(`/drawers/${drawer.id}/movements`, { type: 'in', amount: 10, reason: 'Change' });
  await post(`/drawers/${drawer.id}/movements`, { type: 'out', amount: 30, reason: 'To the bank' });
  await post(`/drawers/${drawer.id}/close`, { counted: 100 });
  await open(90);
});

const readEntries = (tx: Tx) =>
  tx
    .selectFrom('ledger_entries')
    .select(['posting_id', 'position', 'kind', 'account'])
    .where('company_id', '=', gym.companyId)
    .execute();

const readPostings = (tx: Tx) =>
  tx.selectFrom('ledger_postings').selectAll().where('company_id', '=', gym.companyId).execute();

/** What is found once the owner has changed the ledger behind the application's back. */
const afterwards = (tx: Tx, change: ReturnType<typeof sql>) =>
  undone(tx, async () => {
    await change.execute(tx);
    return verifyLedger(tx, gym.companyId);
  });

async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint change`.execute(tx);
  try {
    return await work();
  } finally {
    await sql`rollback to savepoint change`.execute(tx);
  }
}

test('the book has every kind of posting and agrees with every row', async () => {
  const { kinds, differences } = await server.database.acrossCompanies(async (tx) => ({
    kinds: new Set((await readEntries(tx)).map(({ kind }) => kind)),
    differences: await verifyLedger(tx, gym.companyId),
  }));
  expect([...kinds].toSorted()).toEqual(postingKinds.toSorted());
  expect(differences).toEqual([]);
});

test('an entry that is missing is found, whatever its kind and account, and its posting, invoice or drawer named', async () => {
  const unnamed = await server.database.acrossCompanies(async (tx) => {
    const found: string[] = [];
    const postings = await readPostings(tx);
    for (const { posting_id, position, kind, account } of await readEntries(tx)) {
      const posting = postings.find(({ id }) => id === posting_id);
      const differences = await afterwards(
        tx,
        sql`delete from ledger_entries where posting_id = ${posting_id} and position = ${position}`,
      );
      if (!differences.some(({ id }) => [posting_id, posting?.invoice_id].includes(id)))
        found.push(`${kind} without ${account}`);
    }
    return found;
  });
  expect(unnamed).toEqual([]);
});

test('a posting that is missing is found, and its invoice, payment or drawer named', async () => {
  const unnamed = await server.database.acrossCompanies(async (tx) => {
    const found: string[] = [];
    for (const { id: posting, kind, invoice_id, payment_id, drawer_id } of await readPostings(tx)) {
      const differences = await afterwards(tx, sql`delete from ledger_postings where id = ${posting}`);
      if (!differences.some(({ id }) => [invoice_id, payment_id, drawer_id].includes(id))) found.push(kind);
    }
    return found;
  });
  expect(unnamed).toEqual([]);
});

test('a posting that was written twice is found, and its invoice or drawer named; that of a payment is refused', async () => {
  const unnamed = await server.database.acrossCompanies(async (tx) => {
    const found: string[] = [];
    for (const { id: posting, kind, invoice_id, drawer_id } of await readPostings(tx)) {
      const again = afterwards(
        tx,
        sql`
        with posted as (
          insert into ledger_postings
          select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).* from ledger_postings p where p.id = ${posting}
          returning id)
        insert into ledger_entries
        select (jsonb_populate_record(e, jsonb_build_object('posting_id', posted.id))).* from ledger_entries e, posted where e.posting_id = ${posting}`,
      );
      if ([...paymentKinds, ...refundKinds].some((one) => one === kind))
        await expect(again).rejects.toThrow('ledger_postings_payment');
      else if (!(await again).some(({ id }) => [invoice_id, drawer_id].includes(id))) found.push(kind);
    }
    return found;
  });
  expect(unnamed).toEqual([]);
});

test('an entry that is written twice is refused', async () => {
  await server.database.acrossCompanies(async (tx) => {
    const [entry] = await readEntries(tx);
    const again = sql`
      insert into ledger_entries
      select (jsonb_populate_record(e, '{"position": 99}')).* from ledger_entries e
       where e.posting_id = ${entry?.posting_id} and e.position = ${entry?.position}`;
    await expect(afterwards(tx, again)).rejects.toThrow('The entries of a posting must add up to zero');
  });
});

const figures = (differences: readonly { record: string; figure: string; stored: number; booked: number }[]) =>
  differences.map(({ record, figure, stored, booked }) => [record, figure, stored - booked]);

const refunded = sql`(select id from invoices where refunded_cents = 500)`;

test.each([
  [
    'another sum that was paid',
    sql`update invoices set paid_cents = paid_cents + 1, total_cents = total_cents + 1, subtotal_cents = subtotal_cents + 1 where id in ${refunded}`,
    [['invoice', 'paid', 1]],
  ],
  [
    'a tax that is not that of its rate',
    sql`update invoices set tax_cents = tax_cents + 1, subtotal_cents = subtotal_cents - 1 where id in ${refunded}`,
    [
      ['invoice', 'tax', 1],
      ['invoice', 'tax at its rate', 1],
    ],
  ],
  [
    'a line that was changed',
    sql`update invoice_lines set total_cents = total_cents - 1, discount_cents = discount_cents + 1 where position = 0 and invoice_id in ${refunded}`,
    [['invoice', 'sum of its lines', -1]],
  ],
  [
    'a movement that was changed',
    sql`update drawer_movements set amount_cents = 1_100 where type = 'in'`,
    [['drawer', 'sum of its movements', 100]],
  ],
  [
    'a Z report that counted another posting',
    sql`delete from drawer_report_postings where posting_id in (select id from ledger_postings where kind = 'void')`,
    [
      ['drawer', 'sales of its Z report', -5_400],
      ['drawer', 'voids of its Z report', 5_400],
    ],
  ],
])('%s is found', async (_case, change, expected) => {
  await server.database.acrossCompanies(async (tx) => {
    expect(figures(await afterwards(tx, change))).toEqual(expected);
  });
});

test('verify-ledger prints each difference with its amounts and its id, and fails', async () => {
  const config = readConfig({ DATABASE_URL: server.url, APP_SECRET: server.config.appSecret });
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  await runCommand(config);
  expect(print).toHaveBeenLastCalledWith(
    'The ledger agrees with every invoice, payment and drawer, and what is stored for reports with its history',
  );
  const { id } = (await gym.books.invoices()).find(({ refunded_cents }) => refunded_cents === 500)!;
  const refund = (cents: number) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('invoices').set({ refunded_cents: cents }).where('id', '=', id).execute(),
    );
  await refund(600);
  onTestFinished(async () => void (await refund(500)));
  await expect(runCommand(config)).rejects.toThrow(
    `The ledger disagrees:\n  ${gym.companyName}: The invoice has $6.00 as refunded, the ledger has $5.00 (${id})`,
  );
});
