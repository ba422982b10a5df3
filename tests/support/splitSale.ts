import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import type { PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';

export const tenInCash = { amount: 10, tendered: 20 };

/** The payments of a split sale of $21.60 with ten in cash, once its card was charged. */
export const bothParts = [
  ['card', 'completed', 1_160],
  ['cash', 'completed', 1_000],
];

/** What happens to a sale that is paid part in cash and part by card. The item is sold at $21.60 with its tax of 8 %. */
export function splitSales(server: TestServer, sold: () => { gym: PayingGym; itemId: string }) {
  const one = (quantity = 1) => [{ salesItemId: sold().itemId, quantity }];
  const scoped = <T>(work: Parameters<typeof server.database.scoped<T>>[1]) =>
    server.database.scoped([sold().gym.companyId], work);
  return {
    one,
    split: (cash: object = tenInCash, key?: string) => sold().gym.till.split(one(), cash, key),
    sweep: () => sweepPayments(server.context),
    later: (minutes: number) => {
      server.advance({ minutes });
    },
    pay: (intentId: string, card = 'pm_card_visa') =>
      sold().gym.account.confirmIntent(intentId, { payment_method: card }),
    sentWebhook: () => sold().gym.deliver(sold().gym.account.events.at(-1) ?? {}),
    openDrawer: async (): Promise<string> => {
      const { by, locationId } = sold().gym;
      return (await by.manager.post('/drawers', { body: { locationId, float: 100 } })).body.drawer.id;
    },
    readDrawer: async (id: string) => (await sold().gym.by.manager.get(`/drawers/${id}`)).body.drawer,
    closeDrawer: (id: string, counted: number) =>
      sold().gym.by.manager.post(`/drawers/${id}/close`, { body: { counted } }),
    plans: () => scoped((tx) => tx.selectFrom('planned_cash').selectAll().execute()),
    outcome: async (key: string) => (await sold().gym.by.point_of_sale.get(`/purchases/${key}`)).body,
    booked: async (invoiceId: string) =>
      (await sold().gym.books.payments(invoiceId)).map(({ method, status, amount_cents }) => [
        method,
        status,
        amount_cents,
      ]),
    /** By account, in cents, without what is zero and what the drawers were opened with. */
    balances: async () => {
      const rows = await scoped((tx) =>
        tx
          .selectFrom('ledger_entries')
          .where('kind', 'in', ['invoice', 'void', 'payment'])
          .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
          .groupBy('account')
          .execute(),
      );
      return Object.fromEntries(
        rows.flatMap(({ account, cents }) => (Number(cents) === 0 ? [] : [[account, Number(cents)]])),
      );
    },
  };
}
