import { sessionStorage } from '#src/safeStorage.ts';
import type { TillState } from './tillState.ts';

const nameOf = (userId: string | undefined, locationId: string) => `till.${userId}.${locationId}`;

/** A person's till at a location, as it was left in this tab. It outlives the session, as a half-filled form does. */
export const readTill = (userId: string | undefined, locationId: string): TillState | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(userId, locationId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps it; a till with nothing in it leaves nothing behind. */
export const writeTill = (userId: string | undefined, locationId: string, till: TillState) => {
  const name = nameOf(userId, locationId);
  const isEmpty = !till.contact && till.cart.length === 0 && !till.attempt && !till.lastSale;
  if (isEmpty) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(till));
};
