import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { subDays } from 'date-fns';
import type { CardSetup } from '#domain/saved-cards/contract.ts';
import { cardName } from '#domain/stripe/savedCard.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { contactsRepo, logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import {
  createCardSetup,
  deadline,
  mapStripeErrors,
  readCardSetup,
  replaceSavedCard,
  requireStripeAccount,
  withCustomer,
  type StripeCardSetup,
  type PaymentContext,
  findCompaniesWithStripe,
  findConfirmedCardSetups,
  findSavedCard,
  runPerCompany,
} from '#server/modules/stripe/index.ts';
import { type Actor, stripeActor } from '#server/platform/http/actors.ts';
import { conflict, notFound, Problem } from '#server/platform/http/problem.ts';

/** For the card form. Nothing is stored until Stripe says that the card was confirmed. A retry with its request's id gets the same one. */
export async function startCardSetup(
  context: PaymentContext,
  owner: StoredContact,
  requestId: string = uuid(),
): Promise<CardSetup> {
  const stripe = await requireStripeAccount(context, owner.company_id);
  const timeLeft = deadline();
  const key = { company_id: owner.company_id, contact_id: owner.id };
  const buyer = {
    ...key,
    customer_first_name: owner.first_name,
    customer_last_name: owner.last_name,
    customer_email: owner.email,
  };
  const { id, client_secret } = await mapStripeErrors(
    withCustomer(context.database, stripe, buyer, timeLeft, (customer) => {
      if (customer === null) throw needsEmail;
      return createCardSetup(stripe, customer, key, timeLeft, requestId);
    }),
  );
  return { setupIntent: { id, clientSecret: client_secret ?? '' } };
}

interface ConfirmedCard {
  readonly companyId: string;
  readonly setupIntentId: string;
  readonly actor: Actor;
}

/** Once the browser has confirmed it. 404 for one that is not about these contacts, 409 when Stripe has not confirmed it. */
export async function saveConfirmedCard(
  context: PaymentContext,
  { companyId, setupIntentId, actor, ownerIds }: ConfirmedCard & { readonly ownerIds: readonly string[] },
): Promise<void> {
  const stripe = await requireStripeAccount(context, companyId);
  const setup = await mapStripeErrors(readCardSetup(stripe, setupIntentId, deadline()));
  if (!setup || !ownerIds.includes(setup.contactId)) throw notFound('Card');
  if (setup.status === 'processing') throw stillProcessing;
  if (setup.status !== 'succeeded') throw notConfirmed;
  await mapStripeErrors(saveCard(context, stripe, companyId, setup, actor));
}

/** As Stripe reports it, also when the browser is gone. It may be about something else of the account. */
export async function saveReportedCard(
  context: PaymentContext,
  { companyId, setupIntentId, actor }: ConfirmedCard,
): Promise<void> {
  const stripe = await requireStripeAccount(context, companyId);
  const setup = await mapStripeErrors(readCardSetup(stripe, setupIntentId, deadline()));
  if (setup?.status === 'succeeded') await mapStripeErrors(saveCard(context, stripe, companyId, setup, actor));
}

async function saveCard(
  context: PaymentContext,
  stripe: Stripe,
  companyId: string,
  { contactId, customerId, card }: StripeCardSetup,
  actor: Actor,
): Promise<void> {
  const contact = await context.database.readOnly([companyId], (tx) => contactsRepo(tx).one(contactId));
  if (!contact || !customerId || !card) return;
  const owner = { company_id: companyId, contact_id: contactId };
  const changes = changesBetween(null, { card: toName(card) });
  await replaceSavedCard(context, stripe, { owner, customerId, card }, deadline(), (tx) =>
    logContact(tx, actor, contact, 'contact.card-saved', changes),
  );
}

const toName = ({ card }: Stripe.PaymentMethod) =>
  card && cardName({ brand: card.display_brand ?? card.brand, lastDigits: card.last4 });

const needsEmail = conflict('A card is saved for a contact with an email address only');
const notConfirmed = new Problem(409, 'This card was not confirmed. Please enter it again.', { leavesKeyFree: true });
const stillProcessing = new Problem(
  409,
  'The bank is still checking this card. It is saved as soon as the bank is done.',
  { leavesKeyFree: true },
);

const askedDays = 1;

/** Saves the cards that were confirmed while the browser was gone and no webhook came, as for a server that Stripe cannot reach. */
export async function sweepCardSetups(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const failures = await runPerCompany(context, {
    rows: await findCompaniesWithStripe(database),
    signal,
    async work({ company_id: companyId }, stripe) {
      if (!stripe) return;
      for (const { id, contactId, cardId } of await findConfirmedCardSetups(
        stripe,
        companyId,
        subDays(clock(), askedDays),
      )) {
        if (signal?.aborted) return;
        const key = { company_id: companyId, contact_id: contactId };
        if ((await database.readOnly([companyId], (tx) => findSavedCard(tx, key))) === cardId) continue;
        await saveReportedCard(context, { companyId, setupIntentId: id, actor: stripeActor });
      }
    },
  });
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} accounts could not be asked for cards`);
}
