import type { Drawer } from '#domain/drawers/contract.ts';
import { drawerReportSections } from '#domain/drawers/reportText.ts';
import type { LedgerFilter } from '#domain/ledger/contract.ts';
import { entriesAmount } from '#domain/ledger/figures.ts';
import { createGym, type Gym } from './gym.ts';
import { builders } from './builders.ts';
import { invoiceBuilders } from './invoices.ts';
import { createBooks, createTill } from './sales.ts';
import type { TestServer } from './server.ts';

/** A gym with a member at the till, and the requests about its cash drawer. */
export async function createDrawerGym(server: TestServer, parts: Parameters<typeof createGym>[1] = {}) {
  const gym = await createGym(server, parts);
  const make = builders(server, gym);
  const contactId = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  // With the tax of 8 % it is $2.16.
  const itemId = await make.salesItem({ name: 'Towel', price_cents: 200 });
  const till = createTill(gym.by.point_of_sale, gym.locationId, contactId);
  const as = (level: keyof Gym['by']) => ({
    open: (float: number, key?: string) =>
      gym.by[level].post('/drawers', { body: { locationId: gym.locationId, float }, ...withKey(key) }),
    read: (id: string) => gym.by[level].get(`/drawers/${id}`),
    list: (query = '') => gym.by[level].get(`/drawers?locationId=${gym.locationId}${query}`),
    move: (id: string, type: 'in' | 'out', amount: number, reason = 'Change', key?: string) =>
      gym.by[level].post(`/drawers/${id}/movements`, { body: { type, amount, reason }, ...withKey(key) }),
    close: (id: string, body: object, key?: string) =>
      gym.by[level].post(`/drawers/${id}/close`, { body, ...withKey(key) }),
  });
  return {
    ...gym,
    make,
    invoices: invoiceBuilders(server, gym),
    contactId,
    books: createBooks(server.database, gym.companyId),
    as,
    pos: as('point_of_sale'),
    manager: as('manager'),
    opened: async (float = 100): Promise<string> => (await as('manager').open(float)).body.drawer.id,
    sell: (quantity = 1, key?: string) => till.cash([{ salesItemId: itemId, quantity }], key),
    till,
    itemId,
    require: () =>
      gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { requireOpenDrawer: true } } }),
    /** Its cash payments and refunds; a refund is negative. */
    cashOf: (drawerId: string) =>
      server.database.scoped([gym.companyId], (tx) =>
        tx
          .selectFrom('ledger_postings as p')
          .innerJoin('ledger_entries as e', 'e.posting_id', 'p.id')
          .select(['e.cents', 'p.payment_id'])
          .where('p.drawer_id', '=', drawerId)
          .where('p.payment_id', 'is not', null)
          .where('e.account', '=', 'cash')
          .orderBy('p.id')
          .execute(),
      ),
  };
}

/** In Denver. */
export const tenInTheMorning = '2026-05-04T16:00:00Z';
export const tenInTheEvening = '2026-05-05T04:00:00Z';

/** A session does not last a whole day, so the gym is a new one. */
export function createDrawerGymAt(server: TestServer, at: string) {
  server.clock.now = new Date(at);
  return createDrawerGym(server);
}

/** Each line of a drawer's report that leads to the ledger, in dollars, and what the ledger adds up to there. */
export async function reportLines(gym: DrawerGym, id: string) {
  const drawer: Drawer = (await gym.manager.read(id)).body.drawer;
  const lines = drawerReportSections(drawer, gym.timezone).flatMap(({ title, rows }) =>
    rows.flatMap(({ label, value, ledger }) => (ledger ? [{ title, label, value, ledger }] : [])),
  );
  return Promise.all(
    lines.map(async ({ title, label, value, ledger }) => {
      const { status, body } = await gym.by.manager.get(`/ledger?${ledgerQueryText(ledger)}`);
      if (status !== 200) throw new Error(`${label}: ${status} ${JSON.stringify(body)}`);
      const sides: Record<string, number> = { 'Cash in': body.totals.debit, 'Cash out': body.totals.credit };
      const amount = sides[label] ?? Math.abs(entriesAmount(ledger, body.totals) ?? 0);
      return {
        label,
        shown: `${title}, ${label}: ${dollars(value)}`,
        booked: `${title}, ${label}: ${amount.toFixed(2)}`,
      };
    }),
  );
}

const dollars = (text: string) => /[\d.]+/.exec(text.replaceAll(',', ''))?.[0];

export const ledgerQueryText = (filter: Partial<LedgerFilter>) =>
  new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const withKey = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {});

export type DrawerGym = Awaited<ReturnType<typeof createDrawerGym>>;
