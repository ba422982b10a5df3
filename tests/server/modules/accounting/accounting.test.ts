import { addDays, subDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';
import { balances, preview } from './readAccounts.ts';

const server = await sharedServer();
const rival = await createGym(server);

describe('a day at the gym', () => {
  let gym: DrawerGym;
  let query: string;
  beforeEach(async () => {
    // Eight in the evening in Denver.
    server.clock.now = new Date('2026-11-21T03:00:00Z');
    gym = await createDrawerGym(server);
    query = `locationId=${gym.locationId}&from=2026-11-20&to=2026-11-20`;
  });
  const pass = (minutes: number) => server.advance({ minutes });
  const tomorrow = () => {
    pass(6 * 60);
    return `locationId=${gym.locationId}&from=2026-11-21&to=2026-11-21`;
  };
  const post = async (path: string, body: object) => {
    const response = await gym.by.manager.post(path, { body });
    if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };

  test('a sale for cash: sales and tax against cash, and nothing is owed', async () => {
    expect((await gym.sell()).status).toBe(201);
    expect(await balances(gym.by.manager, query)).toEqual({ 1000: 216, 2200: -16, 4100: -200 });
    expect(await preview(gym.by.manager, query)).toMatchObject({
      from: '2026-11-20',
      to: '2026-11-20',
      lines: 5,
      debit: 4.32,
      credit: 4.32,
      accounts: [
        { number: '1000', name: 'Cash on Hand', debit: 2.16, credit: 0 },
        { number: '1200', name: 'Accounts Receivable', debit: 2.16, credit: 2.16 },
        { number: '2200', name: 'Sales Tax Payable', debit: 0, credit: 0.16 },
        { number: '4100', name: 'Item Sales', debit: 0, credit: 2 },
      ],
    });
  });

  test('the journal has a day for each location on which something was booked, with the accounts of the preview', async () => {
    await gym.sell();
    const days = [
      {
        day: '2026-11-20',
        locationId: gym.locationId,
        lines: [
          { account: { number: '1000', name: 'Cash on Hand' }, debit: 2.16, credit: 0 },
          { account: { number: '1200', name: 'Accounts Receivable' }, debit: 2.16, credit: 2.16 },
          { account: { number: '2200', name: 'Sales Tax Payable' }, debit: 0, credit: 0.16 },
          { account: { number: '4100', name: 'Item Sales' }, debit: 0, credit: 2 },
        ],
      },
    ];
    const ask = async (asked: string) => (await gym.by.admin.get(`/accounting/journal?${asked}`)).body;
    expect(await ask(query)).toEqual({ days });
    const ofCompany = `companyId=${gym.companyId}&from=2026-11-19&to=2026-11-21`;
    expect(await ask(ofCompany)).toEqual({ days });
    expect(await ask(`${ofCompany}&locationId=${gym.locationId}`)).toEqual({ days });
    expect(await ask(`${ofCompany}&locationId=${gym.otherLocationId}`)).toEqual({ days: [] });
    expect((await gym.by.manager.get(`/accounting/journal?${query}`)).status).toBe(200);
    expect((await server.anonymous.get(`/accounting/journal?${query}`)).status).toBe(401);
  });

  test('a refund reverses revenue and tax; all partial refunds together have exactly the invoice’s tax', async () => {
    const { body } = await gym.sell(5);
    expect(body.invoice).toMatchObject({ subtotal: 10, tax: 0.8 });
    for (const amount of [0.1, 3.33, 7.37]) {
      pass(1);
      await post(`/invoices/${body.invoice.id}/refunds`, { amount, destination: 'cash', reason: 'Torn' });
    }
    expect(await balances(gym.by.manager, query)).toEqual({ 4100: -1_000, 4900: 1_000 });
  });

  /** An invoice of $100 from two days ago. Later events are logged by the clock of the database. */
  const createOldInvoice = async () => {
    const now = new Date();
    server.clock.now = now;
    gym = await createDrawerGym(server);
    const at = subDays(now, 2);
    const sum = { subtotal_cents: 10_000, tax_cents: 0, total_cents: 10_000 };
    const id = await gym.invoices.invoice(
      gym.contactId,
      { ...sum, status: 'open', due_cents: 10_000, paid_cents: 0, created_at: at, updated_at: at },
      [{ price_cents: 10_000, total_cents: 10_000 }],
    );
    const daysAgo = (count: number) => {
      const day = todayIn('America/Denver', subDays(now, count));
      return balances(gym.by.manager, `locationId=${gym.locationId}&from=${day}&to=${day}`);
    };
    return { id, daysAgo, now };
  };

  test('a void changes the books of its own day', async () => {
    const { id, daysAgo } = await createOldInvoice();
    await post(`/invoices/${id}/void`, { reason: 'A mistake' });
    expect(await daysAgo(2)).toEqual({ 1200: 10_000, 4100: -10_000 });
    expect(await daysAgo(0)).toEqual({ 1200: -10_000, 4100: 10_000 });
  });

  test('a write-off is a loss on its day, and a later payment reverses it on its own day', async () => {
    const { id, daysAgo, now } = await createOldInvoice();
    server.clock.now = subDays(now, 1);
    await gym.invoices.payment(id, { amount_cents: 2_500, created_at: server.clock.now });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'partially_paid', paid_cents: 2_500, due_cents: 7_500 })
        .where('id', '=', id)
        .execute(),
    );
    server.clock.now = now;
    await post(`/invoices/${id}/write-off`, { reason: 'Moved away' });
    expect([await daysAgo(1), await daysAgo(0)]).toEqual([
      { 1000: 2_500, 1200: -2_500 },
      { 1200: -7_500, 6100: 7_500 },
    ]);
    // A card payment that succeeds after all.
    await gym.invoices.payment(id, { method: 'card', amount_cents: 7_500, created_at: addDays(now, 1) });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'paid', written_off_cents: 0, paid_cents: 10_000, updated_at: addDays(now, 1) })
        .where('id', '=', id)
        .execute(),
    );
    expect([await daysAgo(0), await daysAgo(-1)]).toEqual([
      { 1200: -7_500, 6100: 7_500 },
      { 1020: 7_500, 6100: -7_500 },
    ]);
  });

  test('the float comes from the bank, cash moves in and out, and the count is over or short', async () => {
    const id = await gym.opened(100);
    await gym.sell();
    await gym.manager.move(id, 'out', 50, 'Deposit');
    await gym.manager.move(id, 'in', 20, 'Change');
    expect((await gym.manager.close(id, { counted: 72 })).status).toBe(200);
    expect(await balances(gym.by.manager, query)).toEqual({
      1000: 7_200,
      1010: -7_000,
      2200: -16,
      4100: -200,
      6200: 16,
    });
    const next = tomorrow();
    // Sixty of the seventy-two that were counted are not there any more.
    await gym.opened(12);
    expect(await balances(gym.by.manager, next)).toEqual({ 1000: -6_000, 6200: 6_000 });
  });

  test('the company’s own accounts are used: by plan, by other method, by kind', async () => {
    const membershipId = await gym.make.plan({ price_cents: 5_000 });
    const accounting = {
      tax: { number: '2-210', name: '=Tax' },
      plans: [{ membershipId, number: '4010', name: 'Gold' }],
      methods: [{ method: 'Check', number: '1031', name: 'Checks' }],
    };
    expect((await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { accounting } })).status).toBe(200);
    const purchase = {
      contactId: gym.contactId,
      membershipId,
      startDate: '2026-11-20',
      autoRenew: false,
      paymentMethod: 'other',
      otherMethod: 'Check',
    };
    await post('/memberships/purchase', purchase);
    expect(await balances(gym.by.manager, query)).toEqual({ 1031: 5_400, '2-210': -400, 4010: -5_000 });
    const { status, body, headers } = await gym.by.manager.get(`/accounting/export?${query}`);
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('accounting-2026-11-20-2026-11-20.csv'),
    ]);
    const [head, ...lines] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toBe('Date,Location,Entry,Account Number,Account Name,Debit,Credit');
    const name = lines[0]?.split(',')[1];
    expect(lines).toEqual([
      `2026-11-20,${name},Sales,1200,Accounts Receivable,54.00,`,
      // A name that a spreadsheet would take for a formula becomes text.
      `2026-11-20,${name},Sales,2-210,'=Tax,,4.00`,
      `2026-11-20,${name},Sales,4010,Gold,,50.00`,
      `2026-11-20,${name},Payments,1031,Checks,54.00,`,
      `2026-11-20,${name},Payments,1200,Accounts Receivable,,54.00`,
    ]);
  });

  test('an account leads to the postings that were booked to it', async () => {
    await gym.sell(3);
    const { accounts } = await preview(gym.by.manager, query);
    expect(accounts.map(({ name }) => name)).toEqual([
      'Cash on Hand',
      'Accounts Receivable',
      'Sales Tax Payable',
      'Item Sales',
    ]);
    for (const { postings = {}, debit, credit } of accounts) {
      const filter = new URLSearchParams(Object.entries(postings).map(([key, value]) => [key, String(value)]));
      const { totals } = (await gym.by.manager.get(`/ledger?${query}&${filter}`)).body;
      expect([filter.get('account'), totals.debit - totals.credit]).toEqual([expect.any(String), debit - credit]);
    }
  });

  test('a company means all of its locations whose reports the caller may see', async () => {
    await gym.sell();
    const elsewhere = { ...gym, locationId: gym.otherLocationId };
    await invoiceBuilders(server, elsewhere).invoice(gym.contactId, {
      created_at: server.clock.now,
      tax_cents: 0,
      subtotal_cents: 300,
      total_cents: 300,
      due_cents: 300,
    });
    const ofCompany = `companyId=${gym.companyId}&from=2026-11-20&to=2026-11-20`;
    expect((await balances(gym.by.admin, ofCompany))['4100']).toBe(-500);
    // A manager of the first location only.
    expect((await balances(gym.by.manager, ofCompany))['4100']).toBe(-200);
  });

  test('days are in the location’s time zone, and an empty one has no lines', async () => {
    server.clock.now = new Date('2026-11-21T06:59:59.999Z');
    await gym.sell();
    expect((await preview(gym.by.manager, query)).lines).toBe(5);
    expect(await preview(gym.by.manager, tomorrow())).toMatchObject({ lines: 0, accounts: [], debit: 0, credit: 0 });
  });

  test.each(['preview', 'journal', 'export'])(
    '%s: lower levels are 403, another company’s ids 404, bad input 400',
    async (path) => {
      for (const level of ['operator', 'point_of_sale'] as const)
        expect((await gym.by[level].get(`/accounting/${path}?${query}`)).status).toBe(403);
      const days = 'from=2026-11-20&to=2026-11-20';
      const ask = async (asked: string) => {
        const { status, body } = await gym.by.admin.get(`/accounting/${path}?${asked}`);
        return [status, body.message];
      };
      expect(await ask(`locationId=${rival.locationId}&${days}`)).toEqual([404, 'Location not found']);
      expect(await ask(`companyId=${rival.companyId}&${days}`)).toEqual([404, 'Company not found']);
      expect(await ask(days)).toEqual([400, 'Name a company or a location']);
      expect(await ask(`companyId=${gym.companyId}&locationId=${rival.locationId}&${days}`)).toEqual([
        404,
        'Location not found',
      ]);
      expect(await ask(`locationId=${gym.locationId}&from=2026-11-21&to=2026-11-20`)).toEqual([
        400,
        'The first day must not be after the last',
      ]);
      expect(await ask(`locationId=${gym.locationId}&from=2026-11-20`)).toEqual([
        400,
        'Enter the last day as YYYY-MM-DD',
      ]);
      expect(await ask(`locationId=${gym.locationId}&from=2016-11-20&to=2026-11-20`)).toEqual([
        400,
        'A report covers at most 1830 days',
      ]);
    },
  );
});
