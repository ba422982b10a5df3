import { z } from 'zod';
import { linkCompany } from '#domain/companies/contract.ts';
import { errorResponse, timestamp } from '#domain/shared/contract.ts';
import { optionalEmail, requiredId, requiredText } from '#domain/shared/fields.ts';
import { signing } from './contract.ts';

const agreementsMax = 20;

/** Without an address the link is only made. */
export const signatureRequestBody = z
  .object({
    agreementIds: z
      .array(requiredId('Agreement must be an id'), 'Choose at least one agreement')
      .min(1, 'Choose at least one agreement')
      .max(agreementsMax, `At most ${agreementsMax} agreements`),
    email: optionalEmail('Enter a valid email address'),
  })
  .meta({ id: 'SignatureRequestCreate' });
export type SignatureRequestBody = z.output<typeof signatureRequestBody>;

export const signatureRequest = z.object({ url: z.string(), expiresAt: timestamp }).meta({ id: 'SignatureRequest' });
export type SignatureRequest = z.output<typeof signatureRequest>;

export const signatureRequestParams = z.object({ token: requiredText('The link is incomplete', 200) });

export const signingPage = z
  .object({
    company: z.object({ name: z.string() }),
    member: z.object({ firstName: z.string() }),
    needsGuardian: z.boolean(),
    agreements: z.array(
      z.object({ name: z.string(), versionNumber: z.int(), url: z.string(), terms: z.array(z.string()) }),
    ),
    consent: z.string(),
    expiresAt: timestamp,
  })
  .meta({ id: 'SigningPage' });
export type SigningPage = z.output<typeof signingPage>;

export const signByLinkBody = z.object(signing).meta({ id: 'SignByLinkBody' });
export type SignByLinkBody = z.output<typeof signByLinkBody>;

const endedRequestStates = ['signed', 'replaced', 'withdrawn', 'expired'] as const;
export type EndedRequestState = (typeof endedRequestStates)[number];

export const endedRequest = errorResponse
  .extend({ state: z.enum(endedRequestStates), company: linkCompany })
  .meta({ id: 'EndedSignatureRequest' });
export type EndedRequest = z.output<typeof endedRequest>;

/** Shown to the signer. */
export const endedRequestText: Record<EndedRequestState, string> = {
  signed: 'Everything is signed. There is nothing else to do.',
  replaced: 'A newer link was sent. Please use that one.',
  withdrawn: 'The gym no longer asks for this. There is nothing to sign.',
  expired: 'This link has expired. Please ask the gym for a new one.',
};
