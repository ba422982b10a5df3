import { collectingAt } from './collecting.ts';
import type { PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';

/** Payment links of the current gym: staff create them, and payers use them. */
export function linksAt(server: TestServer, gymOf: () => PayingGym) {
  const { at } = collectingAt(server, gymOf);
  const create = (invoiceId: string, body?: object, key?: string, as: keyof PayingGym['by'] = 'operator') =>
    gymOf().by[as].post(at(invoiceId, 'payment-link'), {
      ...(body && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? '';
  return {
    create,
    tokenIn,
    /** The token of a new link of the invoice. */
    linkOf: async (invoiceId: string) => {
      const { status, body } = await create(invoiceId);
      if (status !== 201) throw new Error(`No link was made: ${status}`);
      return tokenIn(body.url);
    },
    show: (token: string) => server.anonymous.get(`/payment-links/${token}`),
    payBy: (token: string, body: object = { saveCard: false }) =>
      server.anonymous.post(`/payment-links/${token}/pay`, { body }),
    enterCard: (intentId: string, card = 'pm_card_visa') =>
      gymOf().account.confirmIntent(intentId, { payment_method: card }),
    sweepDeps: server.context,
  };
}
