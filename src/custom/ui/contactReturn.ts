import type { ContactRow } from '#src/dataProvider/contacts.ts';

/** Navigation options for the add-contact page of who wants to come back with the new contact chosen. */
export const returningTo = (returnTo: string) => ({ state: { returnTo } });

/** Where the add-contact page leads once the contact is made; undefined for its own way. */
export const returnPathIn = (state: unknown): string | undefined => {
  const path = valueIn(state, 'returnTo');
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : undefined;
};

/** Navigation options that hand a contact just made back to the page that asked for one. */
export const withChosenContact = (chosenContact: ContactRow) => ({ state: { chosenContact } });

/** The contact that was handed back, if one was. */
export const chosenContactIn = (state: unknown): ContactRow | undefined => valueIn(state, 'chosenContact') as ContactRow | undefined;

const valueIn = (state: unknown, name: string): unknown =>
  state && typeof state === 'object' ? (state as Record<string, unknown>)[name] : undefined;
