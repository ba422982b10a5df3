import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createPayingGym, payingServer } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();

const cents = fc.integer({ min: 60, max: 6_000 });
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), method: fc.constantFrom('cash', 'card'), cents }),
  fc.record({
    do: fc.constant('refund' as const),
    destination: fc.constantFrom('cash', 'card'),
    cents,
    fails: fc.constantFrom(undefined, undefined, 'cut' as const, 500 as const),
  }),
  fc.record({
    do: fc.constant('line' as const),
    destination: fc.constantFrom('cash', 'card'),
    position: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('at Stripe' as const), which: fc.nat(3), cents }),
  fc.record({ do: fc.constantFrom('webhooks' as const, 'reconcile' as const) }),
);

test(
  'random payments and refunds, by staff and at Stripe: the invoice, its rows and Stripe agree to the cent',
  { timeout: 120_000 },
  async () => {
    const gym = await createPayingGym(server, stripe);
    const { refund } = refundingAt(() => gym);
    const reconcile = () => reconcileRefunds(server.context);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const total = 10_800;
        const lines = [
          { name: 'Water', quantity: 3, price_cents: 2_000, total_cents: 6_000 },
          { name: 'Towel', price_cents: 4_000, total_cents: 4_000 },
        ];
        const id = await invoiceBuilders(server, gym).invoice(
          gym.contactId,
          { status: 'open', total_cents: total, tax_cents: 800, due_cents: total },
          lines,
        );
        /** The payments and refunds of this test, counted by hand. */
        const seen = { paid: 0, cashBack: 0 };
        const intents: string[] = [];
        const refunded = (response: Awaited<ReturnType<typeof refund>>) => {
          if (response.status === 201 && response.body.refund.destination === 'cash')
            seen.cashBack += Math.round(response.body.refund.amount * 100);
        };
        for (const one of steps) {
          if (one.do === 'pay') {
            const due = total - seen.paid;
            if (due === 0) continue;
            const part = due - one.cents < 60 ? due : one.cents;
            const { body } = await gym.by.admin.post(`/invoices/${id}/payments`, {
              body: { method: one.method, amount: part / 100, ...(one.method === 'card' && { card: 'new' }) },
            });
            if (body.paymentIntent) {
              intents.push(gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' }).id);
              await gym.deliverAll();
            }
            seen.paid += part;
          }
          if (one.do === 'refund') {
            if (one.fails) stripe.fail(/POST .*refunds$/, one.fails, 9);
            refunded(await refund(id, { destination: one.destination, amount: one.cents / 100, reason: 'Random' }));
            stripe.heal();
          }
          if (one.do === 'line')
            refunded(
              await refund(id, {
                destination: one.destination,
                lines: [{ position: one.position, quantity: one.quantity }],
                reason: 'Random',
              }),
            );
          if (one.do === 'at Stripe') {
            const intent = intents[one.which];
            const charge = [...gym.account.charges.values()].find(({ payment_intent }) => payment_intent === intent);
            const left = charge ? charge.amount - charge.amount_refunded : 0;
            if (intent && left > 0) gym.account.refund(intent, Math.min(left, one.cents));
          }
          if (one.do === 'webhooks') await gym.deliverAll();
          if (one.do === 'reconcile') await reconcile();
        }
        await gym.deliverAll();
        await reconcile();
        const invoice = await gym.books.invoice(id);
        const rows = await gym.books.payments(id);
        const sum = (some: typeof rows) => some.reduce((cents_, { amount_cents }) => cents_ + amount_cents, 0);
        const sentBack = [...gym.account.charges.values()]
          .filter(({ payment_intent }) => intents.includes(String(payment_intent)))
          .reduce((all, { amount_refunded }) => all + amount_refunded, 0);
        expect(invoice.paid_cents).toBe(seen.paid);
        expect(sum(rows.filter(({ status }) => status === 'completed'))).toBe(seen.paid);
        expect(invoice.paid_cents + invoice.due_cents + invoice.written_off_cents).toBe(total);
        expect(sum(rows.filter(({ status, method }) => status === 'refunded' && method === 'cash'))).toBe(
          seen.cashBack,
        );
        const surplus = rows.reduce((all, { surplus_cents }) => all + surplus_cents, 0);
        expect(sum(rows.filter(({ status, method }) => status === 'refunded' && method === 'card')) + surplus).toBe(
          sentBack,
        );
        expect(sum(rows.filter(({ status }) => status === 'refunded'))).toBe(invoice.refunded_cents);
        expect(invoice.refunded_cents).toBeLessThanOrEqual(invoice.paid_cents);
        expect(invoice.status === 'refunded').toBe(
          invoice.due_cents === 0 && invoice.refunded_cents === invoice.paid_cents,
        );
      }),
      { numRuns: 25 },
    );
  },
);
