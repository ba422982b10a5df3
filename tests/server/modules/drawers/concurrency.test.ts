import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Tx } from '#server/platform/database/database.ts';
import { bookDeskSale } from '#server/modules/invoices/payments/deskPayments.ts';
import { lockInvoice } from '#server/modules/invoices/repo.ts';
import { writeInvoice } from '#server/modules/invoices/writeInvoice.ts';
import { postPayment, postVoid } from '#server/modules/ledger/index.ts';
import { createDrawerGym, reportLines, type DrawerGym } from '#tests/support/drawers.ts';
import { fixtureActor } from '#tests/support/fixtureActor.ts';
import { inParallel, statuses } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createDrawerGym(server);
});

/** The sums of the location's payments and movements, computed without the code of the drawer. */
const independentSum = async (drawerId: string) => {
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ cents: number }>`
      select d.float_cents
             + coalesce((select sum(p.amount_cents) from payments p join ledger_postings m on m.payment_id = p.id
                          where m.drawer_id = d.id and p.method = 'cash' and p.status = 'completed'), 0)
             + coalesce((select sum(case m.type when 'in' then m.amount_cents else -m.amount_cents end) from drawer_movements m
                          where m.drawer_id = d.id), 0) as cents
        from drawers d where d.id = ${drawerId}`.execute(tx),
  );
  return (rows[0]?.cents ?? 0) / 100;
};

const cashPayments = async () => (await gym.books.payments()).filter(({ method }) => method === 'cash');

test('when two people open at once, one succeeds and the other gets an error', async () => {
  const replies = await Promise.all([gym.pos.open(100), gym.manager.open(50), gym.as('admin').open(10)]);
  expect(statuses(replies)).toEqual({ 201: 1, 409: 2 });
  const { openedBy } = replies.find(({ status }) => status === 201)?.body.drawer ?? {};
  for (const { status, body } of replies)
    if (status === 409) expect(body.message).toBe(`Drawer #1 was opened by ${openedBy.name} and is still open`);
});

test('of two concurrent closes one succeeds', async () => {
  const id = await gym.opened(100);
  const replies = await Promise.all([gym.pos.close(id, { counted: 100 }), gym.manager.close(id, { counted: 90 })]);
  expect(statuses(replies)).toEqual({ 200: 1, 409: 1 });
});

test('numbers have no gaps, however many drawers open and close at once', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const opened = (await Promise.all([gym.pos.open(10), gym.manager.open(10)])).find(({ status }) => status === 201);
    expect(opened?.body.drawer.number).toBe(round);
    await gym.manager.close(opened?.body.drawer.id, { counted: 10 });
  }
});

test('two tills sell while the drawer is closed: each cash sale before the close is in it, and none after', async () => {
  const id = await gym.opened(0);
  const selling = inParallel(40, 2, () => gym.sell());
  const closing = (async () => {
    await expect.poll(async () => (await gym.cashOf(id)).length, { interval: 5 }).toBeGreaterThan(10);
    return gym.manager.close(id, { counted: 0 });
  })();
  const [replies, closed] = await Promise.all([selling, closing]);
  expect(statuses(replies)).toEqual({ 201: 40 });
  const moved = await gym.cashOf(id);
  expect(moved.length).toBeLessThan(40);
  expect(closed.body.drawer.cashSales).toBe(Number((moved.length * 2.16).toFixed(2)));
  expect((await gym.manager.read(id)).body.drawer.expected).toBe(await independentSum(id));
});

test('if cash requires a drawer, every cash sale is in one, even while drawers are closed and opened', async () => {
  await gym.require();
  await gym.opened(0);
  const selling = inParallel(40, 2, () => gym.sell());
  for (let round = 0; round < 3; round += 1) {
    const { drawers } = (await gym.manager.list('&status=open')).body;
    await gym.manager.close(drawers[0].id, { counted: 0 });
    await gym.manager.open(0);
  }
  const sold = (await selling).filter(({ status }) => status === 201).length;
  const { drawers } = (await gym.manager.list()).body;
  const inDrawers = await Promise.all(drawers.map(({ id }: { id: string }) => gym.cashOf(id)));
  expect(inDrawers.flat()).toHaveLength(sold);
  expect(await cashPayments()).toHaveLength(sold);
});

/** A write in a transaction that stays open until it is told to end. */
async function inProgress(work: (tx: Tx) => Promise<unknown>) {
  let finish: () => void = () => undefined;
  let written: () => void = () => undefined;
  let pid = 0;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = server.database.scoped([gym.companyId], async (tx) => {
    pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0;
    await work(tx);
    written();
    await ended;
  });
  done.catch(() => undefined);
  await Promise.race([isWritten, done]);
  return { finish: () => finish(), sold: done, pid };
}

/** A sale of $2.16 by this method whose transaction stays open. */
const saleInProgress = (method: 'cash' | 'other' = 'cash') =>
  inProgress(async (tx) => {
    const line = {
      type: 'sales_item' as const,
      item_id: null,
      name: 'Towel',
      description: '',
      quantity: 1,
      price_cents: 200,
      total_cents: 200,
    };
    const sale = {
      companyId: gym.companyId,
      locationId: gym.locationId,
      contactId: gym.contactId,
      kind: 'items' as const,
      description: 'A towel',
      lines: [line],
      soldBy: fixtureActor,
      isBookedWithPayment: true,
    };
    const written = await writeInvoice(tx, sale, server.clock.now);
    await bookDeskSale(tx, written, method, {}, { now: server.clock.now, actor: fixtureActor });
  });

const isWaiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(
    server.database.unscoped,
  );
  return (rows[0]?.count ?? 0) > 0;
};

test('a close waits for the sale that is being written, counts it, and is later than it', async () => {
  const id = await gym.opened(10);
  later();
  const { finish, sold } = await saleInProgress();
  const closing = gym.manager.close(id, { counted: 12.16 });
  await expect.poll(isWaiting).toBe(true);
  later();
  finish();
  await sold;
  const closedAt = server.clock.now.toISOString();
  expect((await closing).body.drawer).toMatchObject({ cashSales: 2.16, expected: 12.16, difference: 0, closedAt });
});

test('a sale whose connection dies leaves nothing in the drawer, and does not block a close', async () => {
  const id = await gym.opened(10);
  const { finish, sold, pid } = await saleInProgress();
  const closing = gym.manager.close(id, { counted: 10 });
  await expect.poll(isWaiting).toBe(true);
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  await owner.query('select pg_terminate_backend($1)', [pid]);
  await owner.end();
  finish();
  await expect(sold).rejects.toThrow();
  expect((await closing).body.drawer).toMatchObject({ cashSales: 0, expected: 10, difference: 0 });
  expect(await cashPayments()).toEqual([]);
});

test('two tills do not wait for each other, and a movement waits for neither', async () => {
  const id = await gym.opened(0);
  const first = await saleInProgress();
  const second = await saleInProgress();
  expect((await gym.pos.move(id, 'in', 5)).status).toBe(201);
  second.finish();
  await second.sold;
  first.finish();
  await first.sold;
  expect((await gym.pos.read(id)).body.drawer.expected).toBe(9.32);
});

test('a sale that is refused after its cash was taken is not in the drawer', async () => {
  const id = await gym.opened(0);
  const none = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 0 });
  expect((await gym.till.cash([{ salesItemId: none, quantity: 1 }])).status).toBe(409);
  expect(await gym.cashOf(id)).toEqual([]);
});

type Step = { do: 'sell' | 'again'; quantity: number } | { do: 'in' | 'out'; cents: number };

/** Takes one step and returns what it changed, from the responses to the till. */
async function take(drawerId: string, step: Step): Promise<number> {
  if ('cents' in step) {
    await gym.pos.move(drawerId, step.do, step.cents / 100);
    return step.do === 'in' ? step.cents : -step.cents;
  }
  const key = randomUUID();
  const [response] = await Promise.all([
    gym.sell(step.quantity, key),
    ...(step.do === 'again' ? [gym.sell(step.quantity, key)] : []),
  ]);
  return (response?.body.invoice.total ?? 0) * 100;
}

test('after random sales and movements the drawer agrees with an independent sum', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constantFrom('in' as const, 'out' as const), cents: fc.integer({ min: 1, max: 50_000 }) }),
    fc.record({ do: fc.constant('again' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 50_000 }), fc.array(step, { maxLength: 12 }), async (float, steps) => {
      const id = await gym.opened(float / 100);
      const taken = await Promise.all(steps.map((each) => take(id, each)));
      const cents = taken.reduce((sum, change) => sum + change, float);
      const { body } = await gym.manager.close(id, { counted: 100 });
      expect(Math.round(body.drawer.expected * 100)).toBe(Math.round(cents));
      expect(body.drawer.expected).toBe(await independentSum(id));
    }),
    { numRuns: 15 },
  );
}, 60_000);

const later = () => server.advance({ seconds: 1 });

/** A record with a time before a close, committed after it. */
const late: [what: string, begin: () => Promise<Awaited<ReturnType<typeof inProgress>>>, counted: object][] = [
  [
    'a sale',
    () => saleInProgress('other'),
    {
      byMethod: [{ method: 'other', name: 'Other', count: 1, amount: 2.16, refunded: 0 }],
      byTaxRate: [{ rate: 0.08, count: 1, net: 2, tax: 0.16, gross: 2.16 }],
    },
  ],
  [
    'a card payment',
    async () => {
      const id = `pi_${randomUUID()}`;
      const invoice_id = await gym.invoices.invoice(gym.contactId, { created_at: new Date(0) });
      const paymentId = await gym.invoices.payment(invoice_id, {
        method: 'card',
        status: 'pending',
        stripe_payment_intent_id: id,
        created_at: new Date(0),
      });
      const intent = {
        id,
        company_id: gym.companyId,
        invoice_id,
        amount_cents: 324,
        currency: 'usd',
        status: 'processing',
        checked_at: null,
        settled_at: null,
      };
      await server.database.scoped([gym.companyId], (tx) => tx.insertInto('payment_intents').values(intent).execute());
      return inProgress(async (tx) => {
        await tx.updateTable('payments').set({ status: 'completed' }).where('invoice_id', '=', invoice_id).execute();
        const payment = { id: paymentId, method: 'card' as const, other_method: null, rounding_cents: 0 };
        await postPayment(tx, await lockInvoice(tx, invoice_id), payment, 324, {
          now: server.clock.now,
          actor: fixtureActor,
        });
        await tx
          .updateTable('payment_intents')
          .set({ status: 'succeeded', settled_at: server.clock.now })
          .where('id', '=', id)
          .execute();
      });
    },
    { byMethod: [{ method: 'card', name: 'Card', count: 1, amount: 3.24, refunded: 0 }], byTaxRate: [] },
  ],
  [
    'a void',
    async () => {
      const id = await gym.invoices.invoice(gym.contactId, {
        status: 'open',
        due_cents: 324,
        created_at: new Date(0),
        updated_at: new Date(0),
      });
      return inProgress(async (tx) => {
        await postVoid(tx, await lockInvoice(tx, id), { now: server.clock.now, actor: fixtureActor });
        await tx
          .updateTable('invoices')
          .set({ status: 'void', due_cents: 0, updated_at: server.clock.now })
          .where('id', '=', id)
          .execute();
      });
    },
    { byMethod: [], byTaxRate: [], voids: { count: 1, amount: 3.24 } },
  ],
];

test.each(late)(
  '%s that is written before a close and committed after it is in the next report, once, and behind its lines',
  async (_what, begin, counted) => {
    const nothing = { byMethod: [], byTaxRate: [], voids: { count: 0, amount: 0 } };
    const first = await gym.opened(0);
    later();
    const { finish, sold } = await begin();
    later();
    expect((await gym.manager.close(first, { counted: 0 })).body.drawer).toMatchObject(nothing);
    finish();
    await sold;
    later();
    const second = await gym.opened(0);
    expect((await gym.manager.read(second)).body.drawer).toMatchObject(counted);
    expect((await gym.manager.close(second, { counted: 0 })).body.drawer).toMatchObject(counted);
    const lines = await reportLines(gym, second);
    expect(lines.map(({ booked }) => booked)).toEqual(lines.map(({ shown }) => shown));
    expect(lines.length).toBeGreaterThan(0);
    later();
    expect((await gym.manager.read(await gym.opened(0))).body.drawer).toMatchObject(nothing);
  },
);

test('two tills sell by other methods while drawers are closed and opened: the reports count each sale once', async () => {
  // The clock runs while they sell.
  const ticking = setInterval(() => void (server.clock.now = new Date()), 1);
  onTestFinished(() => clearInterval(ticking));
  await gym.opened(0);
  const body = {
    contactId: gym.contactId,
    locationId: gym.locationId,
    items: [{ salesItemId: gym.itemId, quantity: 1 }],
    paymentMethod: 'other',
    otherMethod: 'Check',
  };
  const selling = inParallel(24, 4, () => gym.by.point_of_sale.post('/sales-items/purchase', { body }));
  const closed: { byMethod: { count: number }[]; byTaxRate: { count: number }[] }[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { drawers } = (await gym.manager.list('&status=open')).body;
    closed.push((await gym.manager.close(drawers[0].id, { counted: 0 })).body.drawer);
    await gym.manager.open(0);
  }
  expect(statuses(await selling)).toEqual({ 201: 24 });
  const { drawers } = (await gym.manager.list('&status=open')).body;
  closed.push((await gym.manager.close(drawers[0].id, { counted: 0 })).body.drawer);
  const total = (field: 'byMethod' | 'byTaxRate') =>
    closed.flatMap((report) => report[field]).reduce((sum, { count }) => sum + count, 0);
  expect([total('byMethod'), total('byTaxRate')]).toEqual([24, 24]);
});
