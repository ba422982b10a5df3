/**
 * A new card on file without a sale, at the desk or by a link. Whose card it is, Stripe says: a setup intent names the contact. The
 * saved card itself is a row of `saved_cards`, which `stripe` owns. A card link has no row: it is signed.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { cardLinkRoutes } from './linkRoutes.ts';
import { savedCardRoutes } from './routes.ts';
import { sweepCardSetups } from './saveCard.ts';

export const savedCards: Module = {
  routes: [savedCardRoutes, cardLinkRoutes],
  jobs: [{ name: 'card setups', seconds: 10 * minute, run: sweepCardSetups }],
};

export { cardLinkUrl } from './cardLink.ts';
export { saveReportedCard } from './saveCard.ts';
