import type { TillState } from './tillState.ts';

/** Where the session storage is blocked or full: as long as the page. */
const unsaved = new Map<string, TillState>();

const nameOf = (userId: string | undefined, locationId: string) => `till.${userId}.${locationId}`;

/** A person's till at a location, as it was left in this tab. It outlives the session, as a half-filled form does. */
export const readTill = (userId: string | undefined, locationId: string): TillState | undefined => {
  const name = nameOf(userId, locationId);
  try {
    const kept = sessionStorage.getItem(name);
    return kept ? (JSON.parse(kept) as TillState) : unsaved.get(name);
  } catch {
    return unsaved.get(name);
  }
};

/** Keeps it; a till with nothing in it leaves nothing behind. */
export const writeTill = (userId: string | undefined, locationId: string, till: TillState) => {
  const name = nameOf(userId, locationId);
  const isEmpty = !till.contact && till.cart.length === 0 && !till.attempt && !till.lastSale;
  unsaved.delete(name);
  try {
    if (isEmpty) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(till));
  } catch {
    unsaved.set(name, till);
  }
};
