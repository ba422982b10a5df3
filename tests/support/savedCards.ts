import { onTestFinished } from 'vitest';
import type { PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';
import { stripeTime } from './stripe/shapes.ts';

/** Until the end of the test: cards are told apart by Stripe's seconds. */
export function secondsLater(seconds: number) {
  const at = Date.now() + seconds * 1_000;
  stripeTime.now = () => at;
  onTestFinished(() => void (stripeTime.now = () => Date.now()));
}

/** A card of a contact of the current gym, entered without a sale. */
export function savedCardsAt(server: TestServer, gymOf: () => PayingGym) {
  const start = (contactId = gymOf().contactId, as: keyof PayingGym['by'] = 'operator') =>
    gymOf().by[as].post(`/contacts/${contactId}/card-setups`);
  const save = (setupIntentId: string, contactId = gymOf().contactId, as: keyof PayingGym['by'] = 'operator') =>
    gymOf().by[as].post(`/contacts/${contactId}/card`, { body: { setupIntentId } });
  /** What the browser does with Stripe.js. */
  const confirm = (setupIntentId: string, card = 'pm_card_visa') =>
    String(gymOf().account.setups.confirm(setupIntentId, card).payment_method);
  return {
    start,
    save,
    confirm,
    /** Started and confirmed, without telling Spotter: the setup intent and its card. */
    entered: async (contactId?: string, card?: string) => {
      const { status, body } = await start(contactId);
      if (status !== 201) throw new Error(`No setup was started: ${status} ${body.message}`);
      const setupIntentId: string = body.setupIntent.id;
      return { setupIntentId, card: confirm(setupIntentId, card) };
    },
    savedCard: async (contactId = gymOf().contactId): Promise<string | null | undefined> => {
      const [row] = await server.database.scoped([gymOf().companyId], (tx) =>
        tx.selectFrom('stripe_customers').select('payment_method_id').where('contact_id', '=', contactId).execute(),
      );
      return row?.payment_method_id;
    },
    log: (contactId = gymOf().contactId) =>
      server.database.scoped([gymOf().companyId], (tx) =>
        tx
          .selectFrom('activity')
          .select(['action', 'actor_name', 'changes'])
          .where('record_id', '=', contactId)
          .where('action', 'like', 'contact.card%')
          .orderBy('at')
          .orderBy('id')
          .execute(),
      ),
  };
}
