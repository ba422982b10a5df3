import { subMinutes } from 'date-fns';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { SavedCard } from '#domain/stripe/savedCard.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { noteReplaced } from './cardDetails.ts';
import type { PaymentContext } from './client.ts';
import { runPerCompany } from './perCompany.ts';

export async function findSavedCard(
  tx: Tx,
  { company_id, contact_id }: Pick<InvoiceRow, 'company_id' | 'contact_id'>,
): Promise<string | null> {
  const customer = await tx
    .selectFrom('stripe_customers')
    .select('payment_method_id')
    .where('company_id', '=', company_id)
    .where('contact_id', '=', contact_id)
    .executeTakeFirst();
  return customer?.payment_method_id ?? null;
}

/** That Stripe can charge. An imported customer's card is read from Stripe when it is first charged. */
export async function findKnownCard(
  tx: Tx,
  { company_id, contact_id }: Pick<InvoiceRow, 'company_id' | 'contact_id'>,
): Promise<{ hasSavedCard: boolean; savedCard: SavedCard | null }> {
  const customer = await tx
    .selectFrom('stripe_customers as s')
    .innerJoin('stripe_configs as f', 'f.company_id', 's.company_id')
    .leftJoin('saved_cards as k', (join) =>
      join
        .onRef('k.company_id', '=', 's.company_id')
        .onRef('k.contact_id', '=', 's.contact_id')
        .onRef('k.payment_method_id', '=', 's.payment_method_id'),
    )
    .select(['s.payment_method_id', 's.is_imported', 'k.brand', 'k.last_digits', 'k.last_day'])
    .where('s.company_id', '=', company_id)
    .where('s.contact_id', '=', contact_id)
    .executeTakeFirst();
  if (!customer) return { hasSavedCard: false, savedCard: null };
  const { brand, last_digits: lastDigits, last_day: lastDay } = customer;
  return {
    hasSavedCard: customer.payment_method_id !== null || customer.is_imported,
    savedCard: brand && lastDigits && lastDay ? { brand, lastDigits, lastDay } : null,
  };
}

/** The card of a payment becomes the saved one, unless another has replaced it while it was charged. */
export async function rememberCard(
  tx: Tx,
  { company_id, contact_id }: Pick<InvoiceRow, 'company_id' | 'contact_id'>,
  card: string,
  now: Date,
): Promise<void> {
  const customer = await tx
    .selectFrom('stripe_customers as s')
    .leftJoin('saved_cards as k', (join) =>
      join.onRef('k.company_id', '=', 's.company_id').onRef('k.contact_id', '=', 's.contact_id'),
    )
    .select(['s.payment_method_id', 'k.replaced_ids'])
    .where('s.company_id', '=', company_id)
    .where('s.contact_id', '=', contact_id)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
  const before = customer?.payment_method_id ?? null;
  if (!customer || before === card || customer.replaced_ids?.includes(card)) return;
  await tx
    .updateTable('stripe_customers')
    .set({ payment_method_id: card })
    .where('company_id', '=', company_id)
    .where('contact_id', '=', contact_id)
    .execute();
  if (before !== null) await noteReplaced(tx, { company_id, contact_id }, before, now);
}

/** Longer than it takes to begin a charge with the earlier card. One that has begun is waited for, however long the bank takes. */
const waitedMinutes = 10;

interface Replaced {
  readonly company_id: string;
  readonly contact_id: string;
  readonly replaced_ids: string[];
}

const replacedCards = (before: Date) => sql<Replaced>`
  select k.company_id, k.contact_id, k.replaced_ids
    from saved_cards k
    join companies o on o.id = k.company_id and o.archived_at is null
    join stripe_configs a on a.company_id = k.company_id
   where k.replaced_ids <> '{}' and k.read_at < ${before}
     and not exists (
       select from payment_intents p join invoices i on i.id = p.invoice_id and i.contact_id = k.contact_id where p.settled_at is null)`;

/** A card that another has replaced leaves the customer at Stripe, so that the gym keeps no card that nobody uses. */
export async function detachReplacedCards(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const before = subMinutes(clock(), waitedMinutes);
  const { rows } = await database.acrossCompanies((tx) => replacedCards(before).execute(tx));
  const detachEach = async (row: Replaced, stripe: Stripe | undefined) => {
    if (!stripe) return;
    const { company_id, contact_id } = row;
    for (const id of row.replaced_ids) {
      if (!(await database.readOnly([company_id], (tx) => isSaved(tx, row, id)))) await detach(stripe, id);
      await database.scoped([company_id], (tx) =>
        tx
          .updateTable('saved_cards')
          .set({ replaced_ids: sql`array_remove(replaced_ids, ${id})` })
          .where('company_id', '=', company_id)
          .where('contact_id', '=', contact_id)
          .execute(),
      );
    }
  };
  const failures = await runPerCompany(context, { rows, signal, work: detachEach });
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} replaced cards could not be detached`);
}

type Owner = Pick<Replaced, 'company_id' | 'contact_id'>;

/** It may have become the saved one again, by a write that this job did not see. */
const isSaved = async (tx: Tx, owner: Owner, id: string) => (await findSavedCard(tx, owner)) === id;

/** One that is not attached any more, or of another account, counts as detached. */
async function detach(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
