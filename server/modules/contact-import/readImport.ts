import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  contactImportUnread,
  importedContactFields,
  type ContactImportBody,
  type ImportedContact,
} from '#domain/contact-import/contract.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { toFieldErrors, parseBody, unknownErrors, unknownFields } from '#server/platform/http/validation.ts';

/** Contacts validated before other requests get a turn: a few milliseconds. */
const atATime = 50;
const namedErrors = 100;

/** Reads in batches, so that other requests are served meanwhile. */
export async function readImport(body: unknown, throwIfAborted: () => void): Promise<ContactImportBody> {
  const { contacts: unread, ...rest } = parseBody(contactImportUnread, body);
  const contacts: ImportedContact[] = [];
  const errors: Record<string, string> = {};
  let wrong = 0;
  for (const [index, contact] of unread.entries()) {
    if (index > 0 && index % atATime === 0) {
      await othersFirst();
      throwIfAborted();
    }
    const { data, error } = importedContactFields.safeParse(contact);
    if (data) contacts.push(data);
    const wrongFields = {
      ...toFieldErrors(error?.issues ?? []),
      ...unknownErrors(unknownFields(importedContactFields, contact)),
    };
    for (const [field, message] of Object.entries(wrongFields)) {
      wrong += 1;
      if (wrong <= namedErrors) errors[['contacts', index, field].filter((part) => part !== '').join('.')] = message;
    }
  }
  if (wrong === 0) return { ...rest, contacts };
  const [first = 'Invalid input'] = Object.values(errors);
  const more = wrong - namedErrors;
  throw badRequest(
    more > 0 ? `${first} (and ${more.toLocaleString('en-US')} more errors than are listed)` : first,
    errors,
  );
}
