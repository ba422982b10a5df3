import { z } from 'zod';
import { linkCompany } from '#domain/companies/contract.ts';
import { errorResponse, money, savedCard, timestamp } from '#domain/shared/contract.ts';
import { optionalEmail, requiredText } from '#domain/shared/fields.ts';

/** Stripe's setup intent, which the browser confirms with the card that is typed. */
export const cardSetup = z
  .object({ setupIntent: z.object({ id: z.string(), clientSecret: z.string() }) })
  .meta({ id: 'CardSetup' });
export type CardSetup = z.output<typeof cardSetup>;

export const saveCardBody = z
  .strictObject({ setupIntentId: requiredText('Name the setup intent that was confirmed') })
  .meta({ id: 'SaveCardBody' });

export const saveCardResponse = z
  .object({ message: z.string(), savedCard: savedCard.nullable() })
  .meta({ id: 'SaveCardResponse' });
export type SaveCardResponse = z.output<typeof saveCardResponse>;

/** The address to which the link is emailed; without one it is only made. */
export const cardLinkBody = z
  .strictObject({ email: optionalEmail('Enter a valid email address') })
  .nullish()
  .meta({ id: 'CardLinkBody' });
export type CardLinkBody = z.output<typeof cardLinkBody>;

export const cardLink = z.object({ url: z.string(), expiresAt: timestamp }).meta({ id: 'CardLink' });
export type CardLink = z.output<typeof cardLink>;

export const cardLinkParams = z.object({ token: requiredText('The link is incomplete', 200) });

/** What the holder of the link sees. It does not reveal who the member is. */
export const cardPage = z
  .object({
    company: z.object({ name: z.string() }),
    /** 'Visa ending in 4242, expires 08/27'; null without one, or before Stripe was asked. */
    card: z.string().nullable(),
    stripePublishableKey: z.string(),
  })
  .meta({ id: 'CardPage' });
export type CardPage = z.output<typeof cardPage>;

export const cardSavedByLink = z
  .object({
    card: z.string().nullable(),
    /** On all invoices. Saving the card does not charge it. */
    owed: money,
    /** Of the oldest invoice with a payment link that still works. */
    paymentUrl: z.string().nullable(),
  })
  .meta({ id: 'CardSavedByLink' });
export type CardSavedByLink = z.output<typeof cardSavedByLink>;

const endedCardLinkStates = ['used', 'expired'] as const;
type EndedCardLinkState = (typeof endedCardLinkStates)[number];

export const endedCardLink = errorResponse
  .extend({ state: z.enum(endedCardLinkStates), company: linkCompany })
  .meta({ id: 'EndedCardLink' });
export type EndedCardLink = z.output<typeof endedCardLink>;

export const endedCardLinkText: Record<EndedCardLinkState, string> = {
  used: 'A card was saved since this link was made. To give the gym another one, ask for a new link.',
  expired: 'This link has expired. Please ask the gym for a new one.',
};
