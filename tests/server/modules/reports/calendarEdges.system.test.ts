import { expect, test } from 'vitest';
import { sumLedgerDays } from '#server/modules/ledger/sumDays.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { numbers } from '#tests/support/ledger.ts';
import { wallClock } from '#tests/support/ledgerReports.ts';
import { createPayingGym, payingServer } from '#tests/support/payingGym.ts';
import { createTill } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();

const figures = ['gross', 'moneyIn', 'moneyRefunded', 'writtenOff'] as const;
type FigureName = (typeof figures)[number];

/** What a request moved, at which location, by its response. In cents. */
interface Move {
  readonly place: number;
  readonly at: Date;
  readonly figure: FigureName;
  readonly cents: number;
}

const hour = 3_600_000;
const toCents = (dollars: number) => Math.round(dollars * 100);

/** Two locations, and the moment of a clock change or of the end of a year at one of them. */
test.each([
  ['Asia/Kathmandu', 'America/Denver', '2026-11-01T06:00:00Z'],
  ['America/Santiago', 'Australia/Lord_Howe', '2026-04-05T03:00:00Z'],
  ['Asia/Beirut', 'Atlantic/Azores', '2026-03-28T22:00:00Z'],
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago', '2026-12-31T10:00:00Z'],
])(
  'money at %s and %s around %s is dated by its own moment and place: reports, ledger, Z reports and Today agree to the cent',
  { timeout: 120_000 },
  async (firstZone, secondZone, edge) => {
    const { int, pick, chance } = numbers(Date.parse(edge) % 100_003);
    const middle = Date.parse(edge);
    const near = [-1, 0, 1_000, 1_800_000, hour - 1, hour, 2 * hour].map((ms) => middle + ms);
    const moments = [...near, ...Array.from({ length: 17 }, () => middle + int(-30 * 3_600, 30 * 3_600) * 1_000)]
      .toSorted((a, b) => a - b)
      .map((ms) => new Date(ms));
    server.clock.now = moments[0]!;
    const gym = await createPayingGym(server, stripe, { timezone: firstZone });
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: secondZone }).where('id', '=', gym.otherLocationId).execute(),
    );
    const places: { id: string; zone: string; item: string }[] = [];
    for (const [id, zone] of [
      [gym.locationId, firstZone],
      [gym.otherLocationId, secondZone],
    ] as const)
      places.push({ id, zone, item: await gym.make.salesItem({ location_id: id, price_cents: 1_037 }) });
    const moves: Move[] = [];
    const pending: { place: number; invoiceId: string; intentId: string; total: number }[] = [];
    const paid: { place: number; invoiceId: string; by: 'cash' | 'card'; left: number; intentId?: string }[] = [];
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
      const book = (figure: FigureName, cents: number, where = place) =>
        moves.push({ place: where, at, figure, cents });
      const till = createTill(admin, locationId, gym.contactId);
      const items = [{ salesItemId: item, quantity: int(1, 3) }];
      const kind = pick([
        'cash',
        'card',
        'card',
        'settle',
        'settle',
        'refund',
        'refund',
        'bill',
        'bill',
        'close',
        'dispute',
        'drawer',
      ] as const);
      if (kind === 'cash') {
        const { invoice } = await ok(till.cash(items));
        book('gross', toCents(invoice.total));
        book('moneyIn', toCents(invoice.total));
        paid.push({ place, invoiceId: invoice.id, by: 'cash', left: toCents(invoice.total) });
      } else if (kind === 'card') {
        const { invoice, paymentIntent } = await ok(till.card(items));
        book('gross', toCents(invoice.total));
        pending.push({ place, invoiceId: invoice.id, intentId: paymentIntent.id, total: toCents(invoice.total) });
      } else if (kind === 'settle') {
        const sale = pending.shift();
        if (!sale) continue;
        gym.account.confirmIntent(sale.intentId, { payment_method: 'pm_card_visa' });
        await gym.deliverAll();
        book('moneyIn', sale.total, sale.place);
        paid.push({ ...sale, by: 'card', left: sale.total });
      } else if (kind === 'refund') {
        const sale = paid.find(({ left }) => left > 0);
        if (!sale) continue;
        const cents = chance(0.5) ? sale.left : int(1, sale.left);
        // Two at once: together they never give back more than was paid.
        const body = { destination: sale.by, amount: cents / 100, reason: 'Random' };
        const both = await Promise.all([1, 2].map(() => admin.post(`/invoices/${sale.invoiceId}/refunds`, { body })));
        for (const one of both.filter(({ status }) => status === 201)) {
          sale.left -= toCents(one.body.refund.amount);
          book('moneyRefunded', toCents(one.body.refund.amount), sale.place);
        }
        expect(sale.left).toBeGreaterThanOrEqual(0);
      } else if (kind === 'bill') {
        const total = int(1, 90) * 100;
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
        open.push({ place, invoiceId, due: total, paid: false });
        if (chance(0.5)) {
          await ok(admin.post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash', amount: 0.5 } }));
          book('moneyIn', 50);
          Object.assign(open.at(-1)!, { due: total - 50, paid: true });
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
        if (drawer) await ok(admin.post(`/drawers/${drawer}/close`, { body: { counted: 10 } }));
        drawers[place] = drawer
          ? undefined
          : (await ok(admin.post('/drawers', { body: { locationId, float: 20 } }))).drawer.id;
      }
      for (const [index, { id, zone }] of places.entries()) {
        const today = wallClock(zone, at).slice(0, 10);
        const { today: shown } = await ok(admin.get(`/reports/today?locationId=${id}`));
        const sum = (figure: FigureName) => sumOf(index, figure, (day) => day === today);
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

    function sumOf(index: number | undefined, figure: FigureName, isIn: (day: string) => boolean) {
      return moves
        .filter(
          (move) =>
            (index === undefined || move.place === index) &&
            move.figure === figure &&
            isIn(wallClock(places[move.place]!.zone, move.at).slice(0, 10)),
        )
        .reduce((sum, { cents }) => sum + cents, 0);
    }

    async function compare() {
      const admin = await server.as(gym.users.admin);
      const get = async (path: string) => {
        const { status, body } = await admin.get(path);
        if (status !== 200) throw new Error(`${path} ${status} ${JSON.stringify(body)}`);
        return body;
      };
      const days = [
        ...new Set(moves.flatMap(({ at }) => places.map(({ zone }) => wallClock(zone, at).slice(0, 10)))),
      ].toSorted();
      const [first = '', last = ''] = [days[0], days.at(-1)];
      const periods = [
        ...days.map((day) => [day, day] as const),
        [first, last] as const,
        [`${first.slice(0, 7)}-01`, last] as const,
      ];
      for (const index of [0, 1, undefined])
        for (const [from, to] of periods) {
          const place = index === undefined ? '' : `&locationId=${places[index]!.id}`;
          const query = `from=${from}&to=${to}${place}`;
          const expected = Object.fromEntries(
            figures.map((name) => [name, sumOf(index, name, (day) => from <= day && day <= to)]),
          );
          const reports: Record<string, { totals: Record<string, number>; rows: Record<string, number>[] }> = {};
          for (const kind of ['sales', 'payments', 'to-collect'])
            reports[kind] = (await get(`/reports/${kind}?${query}`)).report;
          const totals = {
            ...reports['sales']!.totals,
            ...reports['payments']!.totals,
            ...reports['to-collect']!.totals,
          };
          const actual = Object.fromEntries(figures.map((name) => [name, toCents(totals[name] ?? Number.NaN)]));
          expect({ from, to, index, ...actual }).toEqual({ from, to, index, ...expected });
          const rows = (kind: string, name: string) =>
            reports[kind]!.rows.reduce((sum, row) => sum + toCents(row[name] ?? 0), 0);
          expect([rows('sales', 'gross'), rows('payments', 'moneyIn'), rows('payments', 'moneyRefunded')]).toEqual([
            expected['gross'],
            expected['moneyIn'],
            expected['moneyRefunded'],
          ]);
          const company = index === undefined ? `&companyId=${gym.companyId}` : '';
          const ledger = async (kinds: string) =>
            (await get(`/ledger?${query}${company}&account=cash,card,other&kind=${kinds}`)).totals;
          const [paidIn, back] = [await ledger('payment,write_off_paid'), await ledger('refund,refund_failed')];
          expect([toCents(paidIn.debit), toCents(back.credit)]).toEqual([
            expected['moneyIn'],
            expected['moneyRefunded'],
          ]);
          const { preview } = await get(`/accounting/preview?${query}${company}`);
          expect(preview.debit).toBe(preview.credit);
          const { days: journal } = await get(`/accounting/journal?${query}${company}`);
          for (const { day } of journal) expect(from <= day && day <= to).toBe(true);
        }
      for (const [index, { id }] of places.entries()) {
        const { drawers: all } = await get(`/drawers?locationId=${id}`);
        if (all.length === 0) continue;
        const read = await Promise.all(
          all.map(async (one: { id: string }) => (await get(`/drawers/${one.id}`)).drawer),
        );
        const since = Math.min(...read.map(({ reportFrom }) => Date.parse(reportFrom)));
        const until = read.some(({ closedAt }) => closedAt === null)
          ? Infinity
          : Math.max(...read.map(({ closedAt }) => Date.parse(closedAt)));
        const inReports = (name: string) =>
          read.reduce(
            (sum, { byMethod }) =>
              sum + byMethod.reduce((all_: number, one: Record<string, number>) => all_ + toCents(one[name] ?? 0), 0),
            0,
          );
        const moved = (figure: FigureName) =>
          moves
            .filter(
              (move) =>
                move.place === index &&
                move.figure === figure &&
                move.at.getTime() >= since &&
                move.at.getTime() < until,
            )
            .reduce((sum, { cents }) => sum + cents, 0);
        expect([inReports('amount'), inReports('refunded')]).toEqual([moved('moneyIn'), moved('moneyRefunded')]);
      }
    }

    // A report of an open drawer ends before now.
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    await compare();
    server.clock.now = new Date(middle + 10 * 24 * hour);
    await sumLedgerDays({ database: server.database, clock: () => server.clock.now });
    await compare();
  },
);
