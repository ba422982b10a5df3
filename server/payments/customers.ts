import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Database } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { withIdempotencyKey, type Patience } from './stripeClient.ts';
import { isMissing } from './stripeProblems.ts';

type Buyer = Pick<InvoiceRow, 'company_id' | 'contact_id' | 'customer_first_name' | 'customer_last_name' | 'customer_email'>;

/**
 * Runs `work` with the contact's one customer at the company's account. An account changed since then does not know
 * the remembered customer: it is made anew there, once.
 */
export async function asCustomer<T>(
  database: Database,
  stripe: Stripe,
  buyer: Buyer,
  patience: Patience,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const known = await customerOf(database, stripe, buyer, patience, null);
  try {
    return await work(known);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await database.scoped([buyer.company_id], (tx) =>
      tx.deleteFrom('stripe_customers').where('company_id', '=', buyer.company_id).where('contact_id', '=', buyer.contact_id).execute(),
    );
    return work(await customerOf(database, stripe, buyer, patience, known));
  }
}

async function customerOf(database: Database, stripe: Stripe, buyer: Buyer, patience: Patience, lost: string | null): Promise<string> {
  const { company_id, contact_id } = buyer;
  const remembered = () =>
    database.scoped([company_id], (tx) =>
      tx
        .selectFrom('stripe_customers')
        .select('customer_id')
        .where('company_id', '=', company_id)
        .where('contact_id', '=', contact_id)
        .executeTakeFirst(),
    );
  const known = await remembered();
  if (known) return known.customer_id;
  const customer = {
    name: `${buyer.customer_first_name} ${buyer.customer_last_name}`,
    email: buyer.customer_email,
    metadata: { contactId: contact_id, companyId: company_id },
  };
  // Name and e-mail may have been edited since a first try, and Stripe takes a key for the same words only.
  const words = createHash('sha256').update(JSON.stringify([customer, lost])).digest('hex');
  const { id } = await withIdempotencyKey(patience, (options) => stripe.customers.create(customer, { ...options, idempotencyKey: `customer:${words}` }));
  await database.scoped([company_id], (tx) =>
    tx
      .insertInto('stripe_customers')
      .values({ company_id, contact_id, customer_id: id, payment_method_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await remembered())?.customer_id ?? id;
}
