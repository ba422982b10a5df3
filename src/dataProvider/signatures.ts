import type { MessageResponse } from '#domain/shared/contract.ts';
import type { SignatureDownload, SignatureList, SignatureResponse } from '#domain/signatures/contract.ts';
import type { SignatureRequest, SignatureRequestBody } from '#domain/signatures/requestContract.ts';
import { http } from './http.ts';
import { staleBy } from './stale.ts';

const stale = ['contacts', 'attention', 'checkins'] as const;

/** What was not entered is left out. */
export interface Signing {
  readonly agreementVersionId: string;
  readonly contactMembershipId: string;
  readonly name: string;
  readonly drawing?: string | undefined;
  readonly consent: boolean;
  readonly guardian?: { readonly name: string; readonly relation: string } | undefined;
  readonly ticks: readonly { readonly term: string; readonly at: string }[];
  readonly openedAt: string;
  readonly readToEndAt?: string | undefined;
}

export interface Paper {
  readonly agreementVersionId: string;
  readonly contactMembershipId: string;
  readonly name: string;
  readonly file: File;
}

export const signatureActions = {
  contactSignatures: (contactId: string, signal?: AbortSignal) =>
    http<SignatureList>(`/contacts/${contactId}/signatures`, { signal }),

  signAgreement: (contactId: string, body: Signing, idempotencyKey: string) =>
    http<SignatureResponse>(`/contacts/${contactId}/signatures`, { method: 'POST', body, idempotencyKey, stale }),

  uploadPaperSignature: (contactId: string, { file, ...fields }: Paper, idempotencyKey: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file, file.name);
    return http<SignatureResponse>(`/contacts/${contactId}/signatures/paper`, {
      method: 'POST',
      body: form,
      idempotencyKey,
      stale,
    });
  },

  requestSignatures: (contactId: string, body: SignatureRequestBody, idempotencyKey: string) =>
    http<SignatureRequest>(`/contacts/${contactId}/signature-requests`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: ['activity'],
    }),

  signatureDownload: (id: string) => http<SignatureDownload>(`/signatures/${id}/download`),

  askToSignAgain: (agreementId: string) =>
    http<MessageResponse>(`/agreements/${agreementId}/sign-again`, { method: 'POST', stale: staleBy.agreements }),
};
