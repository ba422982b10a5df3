import type { ContactImportResponse, ContactImportBody } from '#domain/contact-import/contract.ts';
import type { ImportList, ImportUndoResponse } from '#domain/contact-import/importsContract.ts';
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

export const listImports = async (locationId: string, signal: AbortSignal) =>
  (await http<ImportList>(`/contact-imports?locationId=${locationId}`, { signal })).imports;

export const undoImport = (id: string) =>
  http<ImportUndoResponse>(`/contact-imports/${id}`, { method: 'DELETE', stale: staleBy.contacts });
