import type { ContactAnswer, ContactDetail, ContactListItem, ContactPage, Contact } from '#domain/contract/contacts.ts';
import { restAdapter } from './adapter.ts';

/** A row of a contact list or search, with its home location. */
export type ContactRow = ContactListItem['contact'] & { homeLocation: ContactListItem['homeLocation'] };
export type ContactRecord = Contact & { homeLocation?: ContactDetail['homeLocation'] };

export const contactsAdapter = restAdapter({
  path: 'contacts',
  rows: ({ contacts }: ContactPage) => contacts.map(({ contact, homeLocation }): ContactRow => ({ ...contact, homeLocation })),
  one: ({ contact, ...rest }: ContactDetail | ContactAnswer): ContactRecord => ({ ...contact, ...rest }),
});
