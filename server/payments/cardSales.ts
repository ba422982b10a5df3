import type { Stripe } from 'stripe';
import type { PaymentIntent } from '#domain/contract/payment-intent.ts';
import type { Tx } from '#server/db/database.ts';
import type { Answer, Attempt } from '#server/http/idempotency.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { applyIntent, lockedInvoice } from './applyIntent.ts';
import { begin, finish, saleCancelled } from './cardAttempts.ts';
import { asCustomer } from './customers.ts';
import { createIntent, intentsRepo, seen } from './intents.ts';
import type { WrittenInvoice } from './invoicing.ts';
import { writePayment } from './paymentRows.ts';
import type { Wanted } from './stock.ts';
import { withinPatience } from './stripeClient.ts';
import { requiredAccountOf, type PaymentDeps } from './stripeConfigs.ts';
import { askingStripe } from './stripeProblems.ts';

export interface CardSale {
  readonly companies: readonly string[];
  readonly companyId: string;
  readonly attempt: Attempt | undefined;
  /** Writes the sale: its invoice, and what it took off the shelf. */
  readonly write: (tx: Tx) => Promise<{ written: WrittenInvoice; taken: readonly Wanted[] }>;
  /** What the buyer's browser is told. */
  readonly answer: (tx: Tx, invoice: InvoiceRow, intent: PaymentIntent) => Promise<Answer['body']>;
}

const attemptOfSale = 1;

/**
 * Sells with a card: the invoice first, with its stock held, then the intent at Stripe, then the answer. Repeated
 * with its key it goes on with the same invoice and the same intent, wherever it was cut off.
 */
export function cardSales(deps: PaymentDeps) {
  const { database, clock } = deps;
  const running = new Map<string, Promise<Stripe.PaymentIntent>>();

  /** Calls that arrive together share one question to Stripe, which refuses a key that is at work. */
  const intentFor = (stripe: Stripe, companyId: string, invoiceId: string) => {
    const asked = running.get(invoiceId) ?? openIntent(deps, stripe, companyId, invoiceId).finally(() => running.delete(invoiceId));
    running.set(invoiceId, asked);
    return asked;
  };

  return async (sale: CardSale): Promise<Answer> => {
    const stripe = await requiredAccountOf(deps, sale.companyId);
    const begun = await begin(database, sale.companies, sale.attempt, (tx) => writeAwaited(tx, sale, clock()));
    if ('answer' in begun) return begun.answer;
    const intent = await askingStripe(intentFor(stripe, sale.companyId, begun.invoiceId));
    return database.scoped(sale.companies, async (tx) => {
      await applyIntent(tx, sale.companyId, seen(intent), clock());
      const invoice = await lockedInvoice(tx, begun.invoiceId);
      // Cancelled while Stripe made its intent: nobody is told how to pay it, and the sweep takes it back.
      if (invoice.status === 'void') throw saleCancelled;
      const { id, client_secret, status } = intent;
      const body = await sale.answer(tx, invoice, { id, clientSecret: client_secret ?? '', status });
      return finish(tx, sale.attempt, { status: 201, body });
    });
  };
}

async function writeAwaited(tx: Tx, { write, companyId }: CardSale, now: Date): Promise<string> {
  const { written, taken } = await write(tx);
  const { invoice } = written;
  await writePayment(tx, invoice, 'card', now);
  await tx.insertInto('awaited_payments').values({ invoice_id: invoice.id, company_id: companyId, since: now }).execute();
  for (const { salesItemId, quantity } of taken) {
    const hold = { invoice_id: invoice.id, sales_item_id: salesItemId, company_id: companyId, quantity };
    await tx.insertInto('stock_holds').values(hold).execute();
  }
  return invoice.id;
}

async function openIntent({ database, clock }: PaymentDeps, stripe: Stripe, companyId: string, invoiceId: string) {
  const patience = withinPatience();
  const { invoice, known } = await database.scoped([companyId], async (tx) => ({
    invoice: await lockedInvoice(tx, invoiceId),
    known: await intentsRepo(tx).ofInvoice(invoiceId),
  }));
  if (invoice.status === 'void') throw saleCancelled;
  const [open] = known;
  if (open) return stripe.paymentIntents.retrieve(open.id, {}, patience());
  const intent = await asCustomer(database, stripe, invoice, patience, (customer) =>
    createIntent(stripe, invoice, attemptOfSale, customer, patience),
  );
  await database.scoped([companyId], (tx) => intentsRepo(tx).remember(invoice, attemptOfSale, seen(intent), clock()));
  return intent;
}
