import type {
  Household,
  HouseholdCreateBody,
  HouseholdMemberCreateBody,
  HouseholdMemberUpdateBody,
  HouseholdPage,
  HouseholdRemovalPreview,
  HouseholdResponse,
  HouseholdUpdateBody,
  RemovalChoice,
} from '#domain/households/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { findSaved } from './editConflict.ts';
import { http } from './http.ts';
import { business as stale } from './stale.ts';

const toPath = (id: string, contactId: string) => `/households/${id}/members/${contactId}`;

export const householdActions = {
  /** Null when the contact is in none. */
  async householdOf(contactId: string, signal?: AbortSignal): Promise<Household | null> {
    const { households } = await http<HouseholdPage>(`/households?contactId=${contactId}`, { signal });
    const [own] = households;
    return own ? (await http<HouseholdResponse>(`/households/${own.id}`, { signal })).household : null;
  },

  createHousehold: (body: HouseholdCreateBody, idempotencyKey: string) =>
    http<HouseholdResponse>('/households', { method: 'POST', body, idempotencyKey, stale }),

  updateHousehold: async (id: string, body: HouseholdUpdateBody): Promise<Household> => {
    const path = `/households/${id}`;
    try {
      return (await http<HouseholdResponse>(path, { method: 'PUT', body, stale })).household;
    } catch (refusal) {
      return findSaved(
        refusal,
        body,
        async () => (await http<HouseholdResponse>(path)).household,
        ({ payer, ...household }) => ({ ...household, payerId: payer.id }),
      );
    }
  },

  deleteHousehold: (id: string) => http<MessageResponse>(`/households/${id}`, { method: 'DELETE', stale }),

  addHouseholdMember: (id: string, body: HouseholdMemberCreateBody, idempotencyKey: string) =>
    http<HouseholdResponse>(`/households/${id}/members`, { method: 'POST', body, idempotencyKey, stale }),

  updateHouseholdMember: (id: string, contactId: string, body: HouseholdMemberUpdateBody) =>
    http<HouseholdResponse>(toPath(id, contactId), { method: 'PUT', body, stale }),

  householdRemoval: (id: string, contactId: string, signal?: AbortSignal) =>
    http<HouseholdRemovalPreview>(`${toPath(id, contactId)}/removal`, { signal }),

  removeHouseholdMember: (id: string, contactId: string, memberships: RemovalChoice) =>
    http<HouseholdResponse>(`${toPath(id, contactId)}?memberships=${memberships}`, { method: 'DELETE', stale }),
};
