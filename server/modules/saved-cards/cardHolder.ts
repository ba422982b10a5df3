import {
  endedCardLinkText,
  type CardPage,
  type CardSavedByLink,
  type CardSetup,
} from '#domain/saved-cards/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { fromCents, sum } from '#domain/shared/money.ts';
import { savedCardText } from '#domain/stripe/savedCard.ts';
import { companyRepo, readLinkCompany } from '#server/modules/companies/index.ts';
import { contactsRepo, type StoredContact } from '#server/modules/contacts/index.ts';
import { findOwedInvoices, paymentLinkUrl } from '#server/modules/invoices/index.ts';
import { findSavedCard, findKnownCard, readStripeConfig, stripeMissing } from '#server/modules/stripe/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { cardLinkActor } from '#server/platform/http/actors.ts';
import { conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { readCardLink } from './cardLink.ts';
import { saveConfirmedCard, startCardSetup } from './saveCard.ts';

/** Whoever has a card link. The link alone identifies the contact. */
export function cardHolder(context: AppContext, token: string, requestId: string) {
  const { database, clock, config } = context;

  const requireLink = () => readCardLink(config, token) ?? raise(notFound('Card link'));

  const requireContact = async (tx: Tx): Promise<StoredContact> => {
    const { companyId, contactId } = requireLink();
    const company = await companyRepo(tx).one(companyId);
    const contact = await contactsRepo(tx).one(contactId);
    if (!contact || !company || company.archived_at) throw notFound('Card link');
    return contact;
  };

  const find = () => database.readOnly([requireLink().companyId], requireContact);

  /** 410 once a card was saved, or the time is over. */
  const findOpen = () => {
    const { companyId, contactId, expiresAt, replaces } = requireLink();
    return database.readOnly([companyId], async (tx) => {
      const contact = await requireContact(tx);
      const card = await findSavedCard(tx, { company_id: companyId, contact_id: contactId });
      const state = !replaces(card) ? 'used' : expiresAt <= clock() ? 'expired' : undefined;
      if (state)
        throw new Problem(410, endedCardLinkText[state], {
          body: { state, company: await readLinkCompany(tx, companyId) },
        });
      return contact;
    });
  };

  const cardInWords = async (tx: Tx, owner: Parameters<typeof findKnownCard>[1]) => {
    const { savedCard } = await findKnownCard(tx, owner);
    return savedCard && savedCardText(savedCard, todayIn('UTC', clock()));
  };

  return {
    contactId: async (): Promise<string> => (await find()).id,

    async show(): Promise<CardPage> {
      const { company_id, id: contact_id } = await findOpen();
      const stripeConfig = await readStripeConfig(database, company_id);
      if (!stripeConfig) throw noCards;
      return database.readOnly([company_id], async (tx) => ({
        company: { name: (await readLinkCompany(tx, company_id)).name },
        card: await cardInWords(tx, { company_id, contact_id }),
        stripePublishableKey: stripeConfig.publishable_key,
      }));
    },

    start: async (): Promise<CardSetup> =>
      startCardSetup(context, await findOpen()).catch((error: unknown) => {
        throw error === stripeMissing ? noCards : error;
      }),

    /** Also after the link has ended, since the setup was started while it had not. */
    async save(setupIntentId: string): Promise<CardSavedByLink> {
      const { company_id: companyId, id: contactId } = await find();
      await saveConfirmedCard(context, {
        companyId,
        setupIntentId,
        ownerIds: [contactId],
        actor: cardLinkActor(requestId),
      });
      return database.readOnly([companyId], async (tx) => {
        const owed = await findOwedInvoices(tx, contactId, clock());
        const linkId = owed.find(({ link_id }) => link_id !== null)?.link_id;
        return {
          card: await cardInWords(tx, { company_id: companyId, contact_id: contactId }),
          owed: fromCents(sum(owed.map(({ due_cents }) => due_cents))),
          paymentUrl: linkId ? paymentLinkUrl(config, linkId) : null,
        };
      });
    },
  };
}

const noCards = conflict('This gym does not take cards online at the moment. Please bring the card to the front desk.');
