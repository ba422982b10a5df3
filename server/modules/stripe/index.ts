/**
 * Stripe itself. Tables: stripe_configs, stripe_customers, saved_cards, payment_intents. It knows nothing of invoices beyond
 * their id. Clients, keys, errors and time limits are here alone: who charges, refunds or answers a dispute calls the SDK with
 * them. Cards of renewals are tried again by `contact-memberships/renewals`.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { companyStripeRoutes } from './keysRoutes.ts';
import { readCardDetails } from './cardDetails.ts';
import { detachReplacedCards } from './savedCards.ts';
import { updateEndpoints } from './webhookEndpoints.ts';

export const stripe: Module = {
  routes: [companyStripeRoutes],
  jobs: [
    { name: 'saved cards', seconds: 10 * minute, run: readCardDetails },
    { name: 'replaced cards', seconds: 10 * minute, run: detachReplacedCards },
    { name: 'webhook endpoints', seconds: 24 * 60 * minute, run: updateEndpoints },
  ],
};

export {
  readStripeConfig,
  requireStripeAccount,
  findStripeAccount,
  stripeConfigsRepo,
  stripeMissing,
  type PaymentContext,
  deadline,
  withIdempotencyKey,
  type Deadline,
  isMissing,
  isRefusedKey,
  isTransient,
  mapStripeErrors,
} from './client.ts';
export {
  findConfirmedCardSetups,
  createCardSetup,
  readCardSetup,
  replaceSavedCard,
  type StripeCardSetup,
} from './cardSetups.ts';
export { deleteCustomer, findImportedCard, withCustomer } from './customers.ts';
export { answerDispute, evidenceMaxBytes, type DisputeAnswer } from './answerDispute.ts';
export {
  createIntent,
  dropBegunPayments,
  getId,
  intentsRepo,
  toIntentState,
  toPaymentIntent,
  type IntentState,
} from './intents.ts';
export { findCompaniesWithStripe, runPerCompany } from './perCompany.ts';
export { findSavedCard, findKnownCard, rememberCard } from './savedCards.ts';
