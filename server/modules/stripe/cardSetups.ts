import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Tx } from '#server/platform/database/database.ts';
import { noteReplaced, storeCardDetails, toCardDetails } from './cardDetails.ts';
import { withIdempotencyKey, type Deadline, isMissing, type PaymentContext } from './client.ts';
import { getId } from './intents.ts';

interface CardOwner {
  readonly company_id: string;
  readonly contact_id: string;
}

/** The browser confirms it with the card that is typed. The card is then charged without the customer. One for each request. */
export const createCardSetup = (
  stripe: Stripe,
  customer: string,
  owner: CardOwner,
  timeLeft: Deadline,
  requestId: string,
) =>
  withIdempotencyKey(timeLeft, (options) =>
    stripe.setupIntents.create(
      {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        metadata: { contactId: owner.contact_id, companyId: owner.company_id },
      },
      { ...options, idempotencyKey: `card-setup:${requestId}:${customer}` },
    ),
  );

export interface StripeCardSetup {
  readonly contactId: string;
  readonly customerId: string | null;
  readonly status: Stripe.SetupIntent.Status;
  readonly card: Stripe.PaymentMethod | null;
}

/** Undefined when the account does not have it, or it is not about a contact. */
export async function readCardSetup(
  stripe: Stripe,
  id: string,
  timeLeft: Deadline,
): Promise<StripeCardSetup | undefined> {
  try {
    const setup = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }, timeLeft());
    const { data: metadata } = ourMetadata.safeParse(setup.metadata);
    if (!metadata) return undefined;
    const { customer, status, payment_method: card } = setup;
    return {
      contactId: metadata.contactId,
      customerId: getId(customer),
      status,
      card: typeof card === 'string' ? null : card,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const ourMetadata = z.object({ contactId: z.uuid() });

/** Begun since then for this company's contacts, whose cards are still attached to them. The account may be used for more. */
export async function findConfirmedCardSetups(
  stripe: Stripe,
  companyId: string,
  since: Date,
): Promise<{ id: string; contactId: string; cardId: string }[]> {
  const query = { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100, expand: ['data.payment_method'] };
  const setups = await stripe.setupIntents.list(query).autoPagingToArray({ limit: 10_000 });
  return setups.flatMap(({ id, status, metadata, payment_method: card }) => {
    const ours = ourMetadata.extend({ companyId: z.literal(companyId) }).safeParse(metadata);
    const isAttached = card !== null && typeof card !== 'string' && card.customer !== null;
    return status === 'succeeded' && ours.success && isAttached
      ? [{ id, contactId: ours.data.contactId, cardId: card.id }]
      : [];
  });
}

interface TypedCard {
  readonly owner: CardOwner;
  readonly customerId: string;
  readonly card: Stripe.PaymentMethod;
}

/** Each try follows another card that was saved meanwhile. */
const turns = 4;

/**
 * Makes it the contact's saved card, unless it already is, or a card that was typed later is. However often and in whatever order
 * it is told, the result is the same. `onSaved` runs in the same transaction, once.
 */
export async function replaceSavedCard(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  { owner, customerId, card }: TypedCard,
  timeLeft: Deadline,
  onSaved: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { company_id, contact_id } = owner;
  for (let turn = 0; turn < turns; turn += 1) {
    const customer = await database.scoped([company_id], (tx) =>
      tx
        .selectFrom('stripe_customers')
        .select('payment_method_id')
        .where('company_id', '=', company_id)
        .where('contact_id', '=', contact_id)
        .where('customer_id', '=', customerId)
        .executeTakeFirst(),
    );
    // The contact was erased, or the company has another account since.
    if (!customer || customer.payment_method_id === card.id) return;
    const before = customer.payment_method_id;
    if (before !== null && (await readTypedAt(stripe, before, timeLeft)) > card.created) {
      if (card.customer !== null)
        await database.scoped([company_id], (tx) => noteReplaced(tx, owner, card.id, clock()));
      return;
    }
    const isSaved = await database.scoped([company_id], async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('stripe_customers')
        .set({ payment_method_id: card.id })
        .where('company_id', '=', company_id)
        .where('contact_id', '=', contact_id)
        .where('customer_id', '=', customerId)
        .where('payment_method_id', 'is not distinct from', before)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await storeCardDetails(tx, { company_id, contact_id, ...toCardDetails(card.id, card.card, clock()) }, before);
      await onSaved(tx);
      return true;
    });
    if (isSaved) return;
  }
  throw new Error('The saved card was replaced several times at once');
}

/** In seconds, by Stripe's clock. Any other card is newer than one that Stripe does not have. */
async function readTypedAt(stripe: Stripe, id: string, timeLeft: Deadline): Promise<number> {
  try {
    return (await stripe.paymentMethods.retrieve(id, {}, timeLeft())).created;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
