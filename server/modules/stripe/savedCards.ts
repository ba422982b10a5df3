import type { SavedCard } from '#domain/stripe/savedCard.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { noteReplaced } from './cardDetails.ts';

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
export async function knownCard(
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
