import { subDays } from 'date-fns';
import { stripeActor } from '#server/platform/http/actors.ts';
import {
  companiesWithStripe,
  confirmedCardSetups,
  findSavedCard,
  perCompany,
  type PaymentContext,
} from '#server/modules/stripe/index.ts';
import { saveReportedCard } from './saveCard.ts';

const askedDays = 1;

/** Saves the cards that were confirmed while the browser was gone and no webhook came, as for a server that Stripe cannot reach. */
export async function sweepCardSetups(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const failures = await perCompany(context, {
    rows: await companiesWithStripe(database),
    signal,
    async work({ company_id: companyId }, stripe) {
      if (!stripe) return;
      for (const { id, contactId, cardId } of await confirmedCardSetups(
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
