/**
 * Kiosks and door controllers: adding, pairing and revoking them, and the key that signs what doors are given.
 * Tables: devices and device_pairings, which keep hashes of tokens and codes only, and signing_keys. A request's token is read in
 * server/platform/http/devices.ts.
 */
import type { Module } from '#server/platform/module.ts';
import { deviceRoutes } from './routes.ts';
import { deviceSelfRoutes } from './selfRoutes.ts';

export const devices: Module = {
  routes: [deviceRoutes, deviceSelfRoutes],
  retention: [{ table: 'device_pairings', column: 'expires_at', days: 7 }],
};

export { devicesRepo, heardAt, loggedDevice, toDevice } from './repo.ts';
export { readListKey } from './pairing.ts';
export { signList } from './signingKey.ts';
