import type { HttpError } from 'react-admin';
import type { DeviceCheckin } from '#domain/checkins/deviceContract.ts';
import type { DevicePaired, DeviceSelf } from '#domain/devices/contract.ts';
import { http, isFromServer } from '#src/dataProvider/http.ts';

/** After this the line counts as down. */
const timeoutMs = 10_000;
const createTimeout = () => AbortSignal.timeout(timeoutMs);

export type Visitor = { readonly code: string } | { readonly name: string; readonly phoneLast4: string };

/** The calls of a kiosk, with its own token. */
export const kioskCalls = {
  pair: (code: string) =>
    http<DevicePaired>('/devices/pair', { method: 'POST', anonymous: true, body: { code }, signal: createTimeout() }),

  self: (deviceToken: string) => http<DeviceSelf>('/devices/self', { deviceToken, signal: createTimeout() }),

  checkIn: (deviceToken: string, locationId: string, visitor: Visitor, idempotencyKey: string) =>
    http<DeviceCheckin>('/checkins', {
      method: 'POST',
      anonymous: true,
      deviceToken,
      idempotencyKey,
      body: { locationId, ...visitor },
      signal: createTimeout(),
    }),
};

export const isRefused = (error: unknown): error is HttpError => isFromServer(error) && error.status < 500;

export const isRevoked = (error: unknown): boolean => isRefused(error) && error.status === 401;
