import { localStorage } from '#src/safeStorage.ts';

const key = 'kiosk';

/** The token of the kiosk that this browser is. */
export const readKioskToken = () => localStorage.getItem(key);
export const storeKioskToken = (token: string) => localStorage.setItem(key, token);
export const forgetKioskToken = () => localStorage.removeItem(key);
