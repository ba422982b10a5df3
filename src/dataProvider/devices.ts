import type {
  DeviceBody,
  DeviceCreated,
  DeviceList,
  DevicePairingCreated,
  DeviceUpdateBody,
} from '#domain/devices/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { http } from './http.ts';

const path = '/devices';
const stale = ['devices'] as const;

export const deviceActions = {
  list: async (locationId: string, signal?: AbortSignal) =>
    (await http<DeviceList>(`${path}?locationId=${locationId}`, { signal })).devices,

  /** Without an `Idempotency-Key`: for a retry with one, the server would keep the response, and so the token. */
  create: (body: DeviceBody) => http<DeviceCreated>(path, { method: 'POST', body, stale }),

  pairAgain: (id: string) => http<DevicePairingCreated>(`${path}/${id}/pairing`, { method: 'POST', stale }),

  update: (id: string, body: DeviceUpdateBody) =>
    http<MessageResponse>(`${path}/${id}`, { method: 'PUT', body, stale }),

  revoke: (id: string) => http<MessageResponse>(`${path}/${id}`, { method: 'DELETE', stale }),
};
