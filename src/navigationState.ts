import type { ContactRow } from '#src/dataProvider/contacts.ts';

export const contactTabs = ['information', 'memberships', 'purchases'] as const;
export type ContactTab = (typeof contactTabs)[number];

interface NavigationState {
  tab?: ContactTab;
  returnTo?: string;
  /** The contact that was just added, for the page that asked for one. */
  chosenContact?: ContactRow;
  field?: 'quick-checkin';
  /** The key of the interrupted sale that the point of sale continues. */
  openSale?: string;
  /** The payment step of the point of sale, which has an entry of its own in the history. */
  step?: 'payment';
  /** The list was left by opening a row; that row gets the focus back. */
  isComingBack?: true;
}

const options = (state: NavigationState) => ({ state });

export const atTab = (tab: ContactTab) => options({ tab });
export const returningTo = (returnTo: string) => options({ returnTo });
export const withChosenContact = (chosenContact: ContactRow) => options({ chosenContact });
/** A new object each time, so that choosing it again takes effect again. */
export const atQuickCheckin = () => options({ field: 'quick-checkin' });
export const withOpenSale = (openSale: string) => options({ openSale });
export const atPayment = options({ step: 'payment' });
export const comingBack = options({ isComingBack: true });

/** Validates `location.state`, since the browser's history may contain anything. */
export const navigationState = (state: unknown): NavigationState => {
  const { tab, returnTo, chosenContact, field, openSale, step, isComingBack }: Record<string, unknown> =
    state && typeof state === 'object' ? { ...state } : {};
  const knownTab = contactTabs.find((known) => known === tab);
  return {
    ...(knownTab && { tab: knownTab }),
    ...(typeof returnTo === 'string' && isPath.test(returnTo) && { returnTo }),
    ...(isContact(chosenContact) && { chosenContact }),
    ...(field === 'quick-checkin' && { field }),
    ...(typeof openSale === 'string' && { openSale }),
    ...(step === 'payment' && { step }),
    ...(isComingBack === true && { isComingBack }),
  };
};

/** A path of this site. `//elsewhere.test` would be another host. */
const isPath = /^\/(?!\/)/;

const isContact = (value: unknown): value is ContactRow =>
  typeof value === 'object' && value !== null && 'id' in value && 'firstName' in value;
