import type {
  AccessHoursCreateBody,
  AccessHoursList,
  AccessHoursResponse,
  AccessHoursUpdateBody,
} from '#domain/doors/accessHoursContract.ts';
import type { BlockBody, BlockList, BlockResponse } from '#domain/doors/blocksContract.ts';
import type { CommandResponse } from '#domain/doors/commandsContract.ts';
import type { DoorCreateBody, DoorPage, DoorResponse, DoorUpdateBody } from '#domain/doors/contract.ts';
import type { DoorLogPage } from '#domain/doors/logContract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { findSaved } from './editConflict.ts';
import { http } from './http.ts';

const doors = ['doors', 'devices'] as const;
const hours = ['access-hours'] as const;
const blocks = ['blocks', 'contacts'] as const;

interface LogFilter {
  locationId: string;
  doorId?: string;
  conflicts?: boolean;
  limit: number;
}

export const doorActions = {
  list: async (locationId: string, signal?: AbortSignal) =>
    (await http<DoorPage>(`/doors?locationId=${locationId}&limit=${maxPageSize}`, { signal })).doors,
  create: (body: DoorCreateBody, idempotencyKey: string) =>
    http<DoorResponse>('/doors', { method: 'POST', body, idempotencyKey, stale: doors }),
  update: (id: string, body: DoorUpdateBody): Promise<DoorResponse> =>
    http<DoorResponse>(`/doors/${id}`, { method: 'PUT', body, stale: doors }).catch(async (refusal: unknown) => ({
      door: await findSaved(refusal, body, async () => (await http<DoorResponse>(`/doors/${id}`)).door),
      message: 'Door updated',
    })),
  remove: (id: string) => http<MessageResponse>(`/doors/${id}`, { method: 'DELETE', stale: doors }),
  open: async (id: string) =>
    (await http<CommandResponse>(`/doors/${id}/open`, { method: 'POST', body: {}, stale: ['activity'] })).command,
  command: async (id: string, commandId: string) =>
    (await http<CommandResponse>(`/doors/${id}/commands/${commandId}`)).command,

  log: ({ locationId, doorId, conflicts, limit }: LogFilter, signal?: AbortSignal) => {
    const query = new URLSearchParams({ locationId, limit: String(limit) });
    if (doorId) query.set('doorId', doorId);
    if (conflicts) query.set('conflicts', 'true');
    return http<DoorLogPage>(`/door-log?${query}`, { signal });
  },

  hours: async (locationId: string, signal?: AbortSignal) =>
    (await http<AccessHoursList>(`/access-hours?locationId=${locationId}`, { signal })).accessHours,
  addHours: (body: AccessHoursCreateBody, idempotencyKey: string) =>
    http<AccessHoursResponse>('/access-hours', { method: 'POST', body, idempotencyKey, stale: hours }),
  changeHours: (locationId: string, id: string, body: AccessHoursUpdateBody): Promise<AccessHoursResponse> =>
    http<AccessHoursResponse>(`/access-hours/${id}`, { method: 'PUT', body, stale: hours }).catch(
      async (refusal: unknown) => ({
        accessHours: await findSaved(refusal, body, async () =>
          (await doorActions.hours(locationId)).find((one) => one.id === id),
        ),
        message: 'Access hours updated',
      }),
    ),
  removeHours: (id: string) => http<MessageResponse>(`/access-hours/${id}`, { method: 'DELETE', stale: hours }),

  blocks: async (contactId: string, signal?: AbortSignal) =>
    (await http<BlockList>(`/contacts/${contactId}/blocks`, { signal })).blocks,
  block: (contactId: string, body: BlockBody, idempotencyKey: string) =>
    http<BlockResponse>(`/contacts/${contactId}/blocks`, { method: 'POST', body, idempotencyKey, stale: blocks }),
  unblock: (contactId: string, id: string) =>
    http<MessageResponse>(`/contacts/${contactId}/blocks/${id}`, { method: 'DELETE', stale: blocks }),
};
