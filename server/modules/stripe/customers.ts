import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Database } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { withIdempotencyKey, type Deadline, isMissing } from './client.ts';

/** No card is saved, since the next walk-in is somebody else. */
const isWalkIn = ({ customer_email }: Pick<InvoiceRow, 'customer_email'>): boolean => customer_email === '';

type Buyer = Pick<
  InvoiceRow,
  'company_id' | 'contact_id' | 'customer_first_name' | 'customer_last_name' | 'customer_email'
>;

/**
 * Runs `work` with the contact's one customer in the company's account. When the company has changed its account since, the
 * customer is created again there, once. A walk-in customer does not exist at Stripe: `work` gets null.
 */
export async function withCustomer<T>(
  database: Database,
  stripe: Stripe,
  buyer: Buyer,
  timeLeft: Deadline,
  work: (customerId: string | null) => Promise<T>,
): Promise<T> {
  if (isWalkIn(buyer)) return work(null);
  const customerId = await findOrCreateCustomer(database, stripe, buyer, timeLeft, null);
  try {
    return await work(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await database.scoped([buyer.company_id], (tx) =>
      tx
        .deleteFrom('stripe_customers')
        .where('company_id', '=', buyer.company_id)
        .where('contact_id', '=', buyer.contact_id)
        .execute(),
    );
    return work(await findOrCreateCustomer(database, stripe, buyer, timeLeft, customerId));
  }
}

/**
 * A customer that was imported by its id alone has its default card, or any. It is read when it is first needed, and stored. Null
 * when Stripe has no such customer, or no card of it.
 */
export async function findImportedCard(
  database: Database,
  stripe: Stripe,
  { company_id, contact_id }: Pick<Buyer, 'company_id' | 'contact_id'>,
  customerId: string,
  timeLeft: Deadline,
): Promise<string | null> {
  const card = await readCard(stripe, customerId, timeLeft);
  if (card === null) return null;
  await database.scoped([company_id], (tx) =>
    tx
      .updateTable('stripe_customers')
      .set({ payment_method_id: card })
      .where('company_id', '=', company_id)
      .where('contact_id', '=', contact_id)
      .where('customer_id', '=', customerId)
      .where('payment_method_id', 'is', null)
      .execute(),
  );
  return card;
}

async function readCard(stripe: Stripe, customerId: string, timeLeft: Deadline): Promise<string | null> {
  try {
    const customer = await stripe.customers.retrieve(customerId, {}, timeLeft());
    if (customer.deleted) return null;
    const preferred = customer.invoice_settings.default_payment_method;
    if (preferred) return typeof preferred === 'string' ? preferred : preferred.id;
    const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }, timeLeft());
    return data[0]?.id ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function findOrCreateCustomer(
  database: Database,
  stripe: Stripe,
  buyer: Buyer,
  timeLeft: Deadline,
  lost: string | null,
): Promise<string> {
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
  const storedCustomer = await remembered();
  if (storedCustomer) return storedCustomer.customer_id;
  const customer = {
    name: `${buyer.customer_first_name} ${buyer.customer_last_name}`,
    email: buyer.customer_email,
    metadata: { contactId: contact_id, companyId: company_id },
  };
  // Name and email may have been edited since a first try, and Stripe accepts a key for one request body only.
  const hash = createHash('sha256')
    .update(JSON.stringify([customer, lost]))
    .digest('hex');
  const { id } = await withIdempotencyKey(timeLeft, (options) =>
    stripe.customers.create(customer, { ...options, idempotencyKey: `customer:${hash}` }),
  );
  await database.scoped([company_id], (tx) =>
    tx
      .insertInto('stripe_customers')
      .values({ company_id, contact_id, customer_id: id, payment_method_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await remembered())?.customer_id ?? id;
}

/** Its saved cards go too. A customer that is gone, or of another account, counts as deleted. */
export async function deleteCustomer(stripe: Stripe, customerId: string): Promise<void> {
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
