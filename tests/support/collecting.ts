import { invoiceBuilders } from './invoices.ts';
import type { PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';

/** An owed invoice of the current gym, and the requests that collect or close it. */
export function collectingAt(server: TestServer, gymOf: () => PayingGym) {
  const at = (invoiceId: string, action: string) => `/invoices/${invoiceId}/${action}`;
  return {
    at,
    owed: (change: Parameters<ReturnType<typeof invoiceBuilders>['invoice']>[1] = {}) =>
      invoiceBuilders(server, gymOf()).invoice(gymOf().contactId, {
        status: 'open',
        total_cents: 10_800,
        tax_cents: 800,
        due_cents: 10_800,
        ...change,
      }),
    pay: (invoiceId: string, body: object, key?: string, as: keyof PayingGym['by'] = 'operator') =>
      gymOf().by[as].post(at(invoiceId, 'payments'), { body, ...(key && { headers: { 'idempotency-key': key } }) }),
    close: (invoiceId: string, action: 'void' | 'write-off', reason = 'A mistake') =>
      gymOf().by.manager.post(at(invoiceId, action), { body: { reason } }),
    state: async (invoiceId: string) => {
      const { status, paid_cents, due_cents, written_off_cents } = await gymOf().books.invoice(invoiceId);
      return [status, paid_cents, due_cents, written_off_cents];
    },
  };
}
