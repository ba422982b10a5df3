import { localStorage } from '#src/safeStorage.ts';

const key = 'kioskToken';

/** The token of the kiosk that this browser is. */
export const readKioskToken = (): string | null => localStorage.getItem(key);
export const storeKioskToken = (token: string): void => localStorage.setItem(key, token);
export const forgetKioskToken = (): void => localStorage.removeItem(key);
