import { expect, test } from 'vitest';
import { sumLedgerDays } from '#server/modules/ledger/sumDays.ts';
import {
  expectBooksToAgree,
  sumMoves,
  toCents,
  type FigureName,
  type Method,
  type Move,
  type PendingCard,
  type Place,
} from '#tests/support/calendarMoves.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { numbers } from '#tests/support/ledger.ts';
import { wallClock } from '#tests/support/ledgerReports.ts';
import { createPayingGym, payingServer } from '#tests/support/payingGym.ts';
import { createTill } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();

const hour = 3_600_000;

/** Two locations, and the moment of a clock change or of the end of a year at one of them. */
test.each([
  ['Asia/Kathmandu', 'America/Denver', '2026-11-01T06:00:00Z'],
  ['America/Santiago', 'Australia/Lord_Howe', '2026-04-05T03:00:00Z'],
  ['Asia/Beirut', 'Atlantic/Azores', '2026-03-28T22:00:00Z'],
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago', '2026-12-31T10:00:00Z'],
  ['Africa/Casablanca', 'America/Nuuk', '2026-02-15T02:00:00Z'],
  // Midnight where Node and the bundled database had different rules when this was written.
  ['America/Edmonton', 'Canada/Mountain', '2026-11-28T06:00:00Z'],
])(
  'money at %s and %s around %s is dated by its own moment and place: reports, ledger, the accountant’s file, Z reports and Today agree to the cent',
  { timeout: 120_000 },
  async (firstZone, secondZone, edge) => {
    const { int, pick, chance } = numbers(Date.parse(edge) % 100_003);
    const middle = Date.parse(edge);
    const near = [-1, 0, 1_000, 1_800_000, hour - 1, hour, 2 * hour].map((ms) => middle + ms);
    const moments = [...near, ...Array.from({ length: 41 }, () => middle + int(-30 * 3_600, 30 * 3_600) * 1_000)]
      .toSorted((a, b) => a - b)
      .map((ms) => new Date(ms));
    server.clock.now = moments[0]!;
    const gym = await createPayingGym(server, stripe, { timezone: firstZone });
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: secondZone }).where('id', '=', gym.otherLocationId).execute(),
    );
    const places: (Place & { readonly item: string })[] = [];
    for (const [id, zone] of [
      [gym.locationId, firstZone],
      [gym.otherLocationId, secondZone],
    ] as const)
      places.push({
        id,
        zone,
        item: await gym.make.salesItem({
          location_id: id,
          price_cents: 1_037,
          is_physical_item: true,
          inventory_quantity: 1_000,
        }),
      });
    const stock = [1_000, 1_000] as [number, number];
    const moves: Move[] = [];
    const pending: PendingCard[] = [];
    const paid: { place: number; invoiceId: string; by: Method; left: number; intentId?: string }[] = [];
    const cardRefunds: { id: string; cents: number; sale: (typeof paid)[number] }[] = [];
    const open: { place: number; invoiceId: string; due: number; paid: boolean }[] = [];
    const disputes: string[] = [];
    const drawers: (string | undefined)[] = [undefined, undefined];

    for (const at of moments) {
      server.clock.now = at;
      const admin = await server.as(gym.users.admin);
      const ok = async (reply: ReturnType<typeof admin.post>) => {
        const { status, body } = await reply;
        if (status >= 300) throw new Error(`${at.toISOString()} ${status} ${JSON.stringify(body)}`);
        return body;
      };
      const place = int(0, 1);
      const { id: locationId, item } = places[place]!;
      const book = (figure: FigureName, cents: number, where = place, method?: Method) =>
        moves.push({ place: where, at, figure, cents, method });
      const till = createTill(admin, locationId, gym.contactId);
      const items = [{ salesItemId: item, quantity: int(1, 3) }];
      const kind = pick([
        'cash',
        'card',
        'split',
        'settle',
        'settle',
        'settle',
        'refund',
        'refund',
        'restock',
        'fail',
        'bill',
        'bill',
        'close',
        'dispute',
        'drawer',
      ] as const);
      if (kind === 'cash' || kind === 'card' || kind === 'split') {
        const cash = kind === 'split' ? int(1, 900) : 0;
        const { invoice, paymentIntent } = await ok(
          kind === 'split' ? till.split(items, { amount: cash / 100, tendered: 20 }) : till[kind](items),
        );
        const [total, invoiceId, quantity] = [toCents(invoice.total), String(invoice.id), items[0]!.quantity];
        stock[place]! -= quantity;
        book('gross', total);
        if (kind === 'cash') {
          book('moneyIn', total, place, 'cash');
          paid.push({ place, invoiceId, by: 'cash', left: total });
        } else {
          const drawer = kind === 'split' ? drawers[place] : undefined;
          pending.push({
            place,
            invoiceId,
            intentId: paymentIntent.id,
            card: total - cash,
            cash,
            drawer,
            quantity,
            rest: 0,
          });
        }
      } else if (kind === 'settle') {
        const sale = pending.shift();
        if (!sale) continue;
        gym.account.confirmIntent(sale.intentId, { payment_method: 'pm_card_visa' });
        await gym.deliverAll();
        book('moneyIn', sale.card, sale.place, 'card');
        paid.push({ ...sale, by: 'card', left: sale.card });
        if (sale.cash > 0) {
          book('moneyIn', sale.cash, sale.place, 'cash');
          paid.push({ ...sale, by: 'cash', left: sale.cash });
        }
        if (sale.rest > 0) open.push({ ...sale, due: sale.rest, paid: true });
      } else if (kind === 'refund' || kind === 'restock') {
        const sale = paid.find(({ left }) => left > 0);
        if (!sale) continue;
        const cents = chance(0.5) ? sale.left : int(1, sale.left);
        const what =
          kind === 'refund' ? { amount: cents / 100 } : { lines: [{ position: 0, quantity: 1 }], restock: [0] };
        const body = { destination: sale.by, ...what, reason: 'Random' };
        const before = new Set(gym.account.refunds.keys());
        // Two at once: together they never give back more than was paid.
        const both = await Promise.all([1, 2].map(() => admin.post(`/invoices/${sale.invoiceId}/refunds`, { body })));
        for (const one of both.filter(({ status }) => status === 201)) {
          sale.left -= toCents(one.body.refund.amount);
          book('moneyRefunded', toCents(one.body.refund.amount), sale.place, sale.by);
          if (kind === 'restock') stock[sale.place]! += 1;
        }
        for (const { id, amount } of gym.account.refunds.values())
          if (!before.has(id)) cardRefunds.push({ id, cents: amount, sale });
        expect(sale.left).toBeGreaterThanOrEqual(0);
      } else if (kind === 'fail') {
        const refund = cardRefunds.shift();
        if (!refund) continue;
        gym.account.failRefund(refund.id);
        await gym.deliverAll();
        refund.sale.left += refund.cents;
        book('moneyRefunded', -refund.cents, refund.sale.place, 'card');
      } else if (kind === 'bill') {
        const total = int(3, 90) * 100;
        const invoiceId = await invoiceBuilders(server, { companyId: gym.companyId, locationId }).invoice(
          gym.contactId,
          {
            status: 'open',
            subtotal_cents: total,
            tax_cents: 0,
            total_cents: total,
            paid_cents: 0,
            due_cents: total,
            created_at: at,
            updated_at: at,
          },
        );
        book('gross', total);
        const pay = (payment: object) => ok(admin.post(`/invoices/${invoiceId}/payments`, { body: payment }));
        const how = pick(['unpaid', 'in cash', 'in cash and by card'] as const);
        if (how !== 'unpaid') {
          await pay({ method: 'cash', amount: 0.5 });
          book('moneyIn', 50, place, 'cash');
        }
        if (how === 'in cash and by card') {
          const { paymentIntent } = await pay({ method: 'card', card: 'new', amount: 1 });
          pending.push({
            place,
            invoiceId,
            intentId: paymentIntent.id,
            card: 100,
            cash: 0,
            quantity: 0,
            rest: total - 150,
          });
        } else {
          const isPaid = how === 'in cash';
          open.push({ place, invoiceId, due: isPaid ? total - 50 : total, paid: isPaid });
        }
      } else if (kind === 'close') {
        const bill = open.shift();
        if (!bill) continue;
        const how = bill.paid || chance(0.5) ? 'write-off' : 'void';
        await ok(admin.post(`/invoices/${bill.invoiceId}/${how}`, { body: { reason: 'Random' } }));
        if (how === 'void') book('gross', -bill.due, bill.place);
        else book('writtenOff', bill.due, bill.place);
      } else if (kind === 'dispute') {
        const known = disputes.pop();
        const sale = paid.find(({ by, left, intentId }) => by === 'card' && left > 0 && intentId);
        if (known) gym.account.balance.closeDispute(known, pick(['won', 'lost'] as const));
        else if (sale?.intentId) disputes.push(gym.account.dispute(sale.intentId).id);
        await gym.deliverAll();
      } else {
        const drawer = drawers[place];
        if (drawer) {
          await ok(admin.post(`/drawers/${drawer}/close`, { body: { counted: 10 } }));
          for (const sale of pending.filter((one) => one.drawer === drawer)) {
            pending.splice(pending.indexOf(sale), 1);
            book('gross', -sale.card - sale.cash);
            stock[place]! += sale.quantity;
          }
        }
        drawers[place] = drawer
          ? undefined
          : (await ok(admin.post('/drawers', { body: { locationId, float: 20 } }))).drawer.id;
      }
      for (const [index, { id, zone }] of places.entries()) {
        const today = wallClock(zone, at).slice(0, 10);
        const { today: shown } = await ok(admin.get(`/reports/today?locationId=${id}`));
        const sum = (figure: FigureName) => sumMoves(places, moves, index, figure, (day) => day === today);
        expect({
          at,
          date: shown.date,
          moneyIn: toCents(shown.moneyIn),
          refunded: toCents(shown.moneyRefunded),
        }).toEqual({
          at,
          date: today,
          moneyIn: sum('moneyIn'),
          refunded: sum('moneyRefunded'),
        });
      }
    }

    const compare = async () => expectBooksToAgree(await server.as(gym.users.admin), gym.companyId, places, moves);

    // A report of an open drawer ends before now.
    server.advance({ seconds: 1 });
    await compare();
    expect(await Promise.all(places.map(({ item }) => gym.books.stock(item)))).toEqual(stock);
    server.clock.now = new Date(middle + 10 * 24 * hour);
    await sumLedgerDays(server.context);
    await compare();
  },
);
