import type { ContactImportResponse, ContactImportBody } from '#domain/contact-import/contract.ts';
import { http } from './http.ts';
import { staleBy } from './stale.ts';

/** Adds many contacts, all or none; `dryRun` only reports what would happen. Aborting the call rolls everything back. */
export const importContacts = (
  body: ContactImportBody,
  { signal, idempotencyKey }: { signal: AbortSignal; idempotencyKey?: string },
) =>
  http<ContactImportResponse>('/contacts/import', {
    method: 'POST',
    body,
    signal,
    stale: body.dryRun ? [] : staleBy.contacts,
    ...(idempotencyKey && { idempotencyKey }),
  });
