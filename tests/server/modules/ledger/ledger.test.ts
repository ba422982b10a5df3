import { beforeAll, describe, expect, test } from 'vitest';
import type { LedgerPage } from '#domain/ledger/contract.ts';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const rival = await createGym(server);
const day = '2026-11-20';

let gym: DrawerGym;
let drawerId: string;
let soldId: string;
let voidedId: string;
/** A day in Denver: a drawer opened, two towels sold, one refunded; another sale voided; cash put in, and the drawer counted. */
beforeAll(async () => {
  server.clock.now = new Date('2026-11-20T20:00:00Z');
  gym = await createDrawerGym(server);
  drawerId = await gym.opened(100);
  soldId = (await gym.sell(2)).body.invoice.id;
  await post(`/invoices/${soldId}/refunds`, { amount: 2.16, destination: 'cash', reason: 'Torn' });
  voidedId = await gym.invoices.invoice(
    gym.contactId,
    {
      subtotal_cents: 500,
      tax_cents: 0,
      total_cents: 500,
      status: 'open',
      due_cents: 500,
      paid_cents: 0,
      created_at: server.clock.now,
    },
    [{ type: 'location_fee', name: 'Key fee', item_id: null, price_cents: 500, total_cents: 500 }],
  );
  pass(1);
  await post(`/invoices/${voidedId}/void`, { reason: 'A mistake' });
  pass(1);
  await gym.manager.move(drawerId, 'in', 20, 'Change');
  pass(1);
  await gym.manager.close(drawerId, { counted: 122 });
});

const pass = (minutes: number) => server.advance({ minutes });
const post = async (path: string, body: object) => {
  const response = await gym.by.manager.post(path, { body });
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
};
const read = async (query: string, caller: Caller = gym.by.manager): Promise<LedgerPage> => {
  const { status, body } = await caller.get(`/ledger?${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
const own = (query: string) => `locationId=${gym.locationId}&${query}`;

test('a posting says what happened, when, for whom, by whom, and each side of it', async () => {
  const { postings, totals, pagination } = await read(own(`invoiceId=${soldId}`));
  expect(postings.map(({ kind }) => kind).toSorted()).toEqual(['invoice', 'payment', 'refund']);
  expect(postings.find(({ kind }) => kind === 'invoice')).toEqual({
    id: expect.any(String),
    at: '2026-11-20T20:00:00.000Z',
    day,
    locationId: gym.locationId,
    kind: 'invoice',
    invoiceId: soldId,
    invoiceNumber: expect.stringMatching(/^[A-Z]{3}-\d+$/),
    paymentId: null,
    drawerId: null,
    drawerNumber: null,
    contact: { id: gym.contactId, name: 'Ann Oakley' },
    actor: { type: 'user', id: gym.users.point_of_sale.id, name: expect.any(String) },
    entries: [
      { account: 'receivable', debit: 4.32, credit: 0 },
      expect.objectContaining({ account: 'revenue', debit: 0, credit: 4, category: 'sales_item', name: 'Towel' }),
      expect.objectContaining({ account: 'tax', debit: 0, credit: 0.32, soldBy: expect.any(String) }),
    ],
  });
  expect(postings.find(({ kind }) => kind === 'payment')).toMatchObject({ drawerId, drawerNumber: 1 });
  expect(totals).toEqual({ debit: 10.8, credit: 10.8 });
  expect(pagination).toMatchObject({ page: 1, total: 3 });
});

test('the newest come first, page by page, and the totals are of all pages', async () => {
  const all = await read(own(`from=${day}&to=${day}`));
  expect(all.postings.map(({ at }) => at)).toEqual(
    all.postings
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(all.pagination.total).toBe(8);
  const second = await read(own(`from=${day}&to=${day}&limit=3&page=2`));
  expect(second.postings).toEqual(all.postings.slice(3, 6));
  expect(second.totals).toEqual(all.totals);
  expect(second.pagination).toMatchObject({ page: 2, total: 8, totalPages: 3, hasNext: true });
  expect(await read(own(`from=${day}&to=${day}&limit=3&page=9`))).toMatchObject({ postings: [], totals: all.totals });
});

describe('each filter', () => {
  test.each<[string, () => string, { debit: number; credit: number }, number]>([
    ['account', () => 'account=revenue', { debit: 5, credit: 9 }, 3],
    ['several accounts', () => 'account=revenue,tax', { debit: 5.16, credit: 9.32 }, 4],
    ['kind', () => 'kind=refund', { debit: 2.16, credit: 2.16 }, 1],
    ['several kinds', () => 'kind=payment,refund&account=cash', { debit: 4.32, credit: 2.16 }, 2],
    ['category', () => 'category=location_fee&account=revenue', { debit: 5, credit: 5 }, 2],
    ['item', () => `itemId=${gym.itemId}&account=revenue`, { debit: 0, credit: 4 }, 1],
    ['lines without an item, by their name', () => 'itemId=none&name=Key fee', { debit: 5, credit: 5 }, 2],
    ['what was no plan', () => `planId=${gym.itemId}`, { debit: 0, credit: 0 }, 0],
    ['method', () => 'method=Cash&kind=payment', { debit: 4.32, credit: 0 }, 1],
    ['staff', () => `staffId=${gym.users.point_of_sale.id}&account=revenue`, { debit: 0, credit: 4 }, 1],
    ['nobody', () => 'staffId=none&account=revenue', { debit: 5, credit: 5 }, 2],
    ['invoice', () => `invoiceId=${voidedId}&account=receivable`, { debit: 5, credit: 5 }, 2],
    ['drawer', () => `drawerId=${drawerId}&account=cash`, { debit: 124.32, credit: 2.32 }, 5],
    ['any drawer', () => 'drawerId=any&account=cash', { debit: 124.32, credit: 2.32 }, 5],
    ['what a Z report counted', () => `countedBy=${drawerId}&account=cash`, { debit: 4.32, credit: 2.16 }, 2],
    ['what no Z report counted', () => `countedBy=${gym.itemId}`, { debit: 0, credit: 0 }, 0],
    ['the day before', () => 'to=2026-11-19', { debit: 0, credit: 0 }, 0],
    ['the day after', () => 'from=2026-11-21', { debit: 0, credit: 0 }, 0],
    ['since a moment', () => 'since=2026-11-20T20:02:00Z&account=cash', { debit: 20, credit: 0.16 }, 2],
    ['before a moment', () => 'before=2026-11-20T20:01:00Z&kind=void', { debit: 0, credit: 0 }, 0],
    ['tax rate', () => 'taxRate=0.08&account=tax', { debit: 0.16, credit: 0.32 }, 2],
    ['another tax rate', () => 'taxRate=0.07&account=tax', { debit: 0, credit: 0 }, 0],
    ['no drawer', () => 'drawerId=none&kind=payment,cash_movement', { debit: 0, credit: 0 }, 0],
    ['company', () => `companyId=${gym.companyId}&account=refunds`, { debit: 2, credit: 0 }, 1],
  ])('%s', async (_name, query, totals, count) => {
    const page = await read(own(query()));
    expect(page.totals).toEqual(totals);
    expect(page.pagination.total).toBe(count);
    // What is listed adds up to what is said.
    const entries = page.postings.flatMap((posting) => posting.entries);
    const sum = (side: 'debit' | 'credit') => Math.round(entries.reduce((all, one) => all + one[side] * 100, 0)) / 100;
    expect({ debit: sum('debit'), credit: sum('credit') }).toEqual(totals);
  });

  test('the parts of a split add up to the whole', async () => {
    const whole = await read(own(''));
    expect(whole.totals.debit).toBe(whole.totals.credit);
    const sums = async (queries: string[]) => {
      const parts = await Promise.all(queries.map((query) => read(own(query))));
      return Math.round(parts.reduce((all, { totals }) => all + totals.debit * 100, 0)) / 100;
    };
    const { ledgerAccounts, postingKinds } = await import('#domain/ledger/accounts.ts');
    expect(await sums(ledgerAccounts.map((account) => `account=${account}`))).toBe(whole.totals.debit);
    expect(await sums(postingKinds.map((kind) => `kind=${kind}`))).toBe(whole.totals.debit);
    expect(await sums(['to=2026-11-19', `from=${day}&to=${day}`, 'from=2026-11-21'])).toBe(whole.totals.debit);
  });
});

test('some postings are read by their ids', async () => {
  const { postings } = await read(own('account=cash'));
  const [first, , third] = postings;
  const { postings: chosen, pagination } = await read(own(`account=cash&ids=${third?.id},${first?.id}`));
  expect([chosen, pagination.total]).toEqual([[first, third], 2]);
});

test('a plan is chosen as a plan, and as what was sold', async () => {
  const other = await createDrawerGym(server);
  const [gold, silver] = [await other.make.plan(), await other.make.plan()];
  for (const [item_id, cents] of [
    [gold, 5_000],
    [silver, 3_000],
  ] as const)
    await other.invoices.invoice(other.contactId, { tax_cents: 0, total_cents: cents, kind: 'purchase' }, [
      { type: 'membership', item_id },
    ]);
  for (const field of ['planId', 'itemId'])
    expect((await read(`${field}=${gold}&category=membership&account=revenue`, other.by.manager)).totals).toEqual({
      debit: 0,
      credit: 50,
    });
});

test('without a filter it is the whole book of the locations that one may read', async () => {
  const everything = await read('', gym.by.admin);
  expect(everything.pagination.total).toBe(8);
  expect(await read(`companyId=${gym.companyId}`, gym.by.admin)).toEqual(everything);
  expect(await read('', rival.by.admin)).toMatchObject({ postings: [], totals: { debit: 0, credit: 0 } });
});

test('what happened at a location that is archived since stays in the company’s book', async () => {
  const other = await createDrawerGym(server);
  await other.sell();
  await server.database.scoped([other.companyId], (tx) =>
    tx.updateTable('locations').set({ archived_at: new Date() }).where('id', '=', other.locationId).execute(),
  );
  expect((await read(`companyId=${other.companyId}`, await server.as(other.users.admin))).pagination.total).toBe(2);
});

test.each([
  ['account=money', 'account'],
  ['kind=sale', 'kind'],
  ['category=towels', 'category'],
  ['from=2026-02-30', 'from'],
  ['to=tomorrow', 'to'],
  ['from=2026-11-21&to=2026-11-20', 'from'],
  ['since=noon', 'since'],
  ['itemId=7', 'itemId'],
  ['staffId=all', 'staffId'],
  ['taxRate=8%', 'taxRate'],
  ['invoiceId=1', 'invoiceId'],
  ['limit=0', 'limit'],
])('%s is refused', async (query, field) => {
  for (const path of field === 'limit' ? ['/ledger'] : ['/ledger', '/ledger/csv']) {
    const { status, body } = await gym.by.manager.get(`${path}?${own(query)}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [expect.stringContaining(field)]]);
  }
});

test('a location of another company is not known, and where one may not read reports it is refused', async () => {
  expect((await rival.by.admin.get(`/ledger?locationId=${gym.locationId}`)).status).toBe(404);
  expect((await rival.by.admin.get(`/ledger?companyId=${gym.companyId}`)).status).toBe(404);
  expect(await read(`invoiceId=${soldId}`, rival.by.admin)).toMatchObject({ postings: [] });
  expect((await gym.by.manager.get(`/ledger?locationId=${gym.otherLocationId}`)).status).toBe(404);
  expect((await gym.by.operator.get(`/ledger?locationId=${gym.locationId}`)).status).toBe(403);
});

test('the file has one line for each entry of every page', async () => {
  const { status, headers, body } = await gym.by.manager.get(
    `/ledger/csv?${own(`from=${day}&to=${day}&account=revenue`)}`,
  );
  expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining(`ledger-${day}-${day}.csv`)]);
  const [head, ...lines] = body.trim().split('\r\n');
  expect(head).toContain(
    'Day,Time,Location,What,Account,Debit,Credit,Category,Item,Method,Sold By,Customer,Invoice,Drawer,By',
  );
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(`${day},2026-11-20 13:01,`);
  expect(lines[0]).toContain('Void,Revenue,5.00,,Location fee,Key fee,,');
});
