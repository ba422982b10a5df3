/**
 * A new card on file without a sale, at the desk or by a link. Whose card it is, Stripe says: a setup intent names the contact. The
 * saved card itself is a row of `saved_cards`, which `stripe` owns. A card link has no row: it is signed.
 */
import type { Module } from '#server/platform/module.ts';
import { cardLinkRoutes } from './linkRoutes.ts';
import { savedCardRoutes } from './routes.ts';

export const savedCards: Module = {
  routes: [savedCardRoutes, cardLinkRoutes],
};

export { cardLinkUrl } from './cardLink.ts';
export { saveReportedCard } from './saveCard.ts';
