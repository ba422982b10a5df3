import type { CardLink, CardLinkBody, CardSetup, SaveCardResponse } from '#domain/saved-cards/contract.ts';
import { http } from './http.ts';
import { business } from './stale.ts';

export const savedCardActions = {
  startCardSetup: (contactId: string) =>
    http<CardSetup>(`/contacts/${contactId}/card-setups`, { method: 'POST', stale: [] }),

  saveCard: (contactId: string, setupIntentId: string) =>
    http<SaveCardResponse>(`/contacts/${contactId}/card`, {
      method: 'POST',
      body: { setupIntentId },
      stale: business,
    }),

  createCardLink: (contactId: string, body: CardLinkBody, idempotencyKey: string) =>
    http<CardLink>(`/contacts/${contactId}/card-links`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: ['activity'],
    }),
};
