import type {
  MembershipSalesItem,
  MembershipSalesItemResponse,
  MembershipSalesItemList,
  MembershipSalesItemUpdateBody,
} from '#domain/memberships/salesItemsContract.ts';
import type {
  Membership,
  MembershipResponse,
  MembershipListItem,
  MembershipPage,
} from '#domain/memberships/contract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

/** A plan with its location; null is company-wide. */
export type ListedMembership = Membership & { location: MembershipListItem['location'] };
export type MembershipRecord = ListedMembership & { agreements: MembershipResponse['agreements'] };

export const membershipsResource = restResource({
  path: 'memberships',
  stale: staleBy.memberships,
  rows: ({ memberships }: MembershipPage) =>
    memberships.map(({ membership, location }): ListedMembership => ({ ...membership, location })),
  one: ({ membership, location, agreements }: MembershipResponse): MembershipRecord => ({
    ...membership,
    location,
    agreements,
  }),
  asSent: (plan) => sortAgreements(plan),
});

/** A form holds a plan's agreements as they were chosen, and the server lists them in their own order. */
export const sortAgreements = <Plan extends { agreementIds?: string[] | undefined }>(plan: Plan): Plan =>
  plan.agreementIds ? { ...plan, agreementIds: plan.agreementIds.toSorted() } : plan;

interface NewCharge {
  salesItemId: string;
  isRequired: boolean;
  displayOrder: number;
}

export const membershipActions = {
  async membershipSalesItems(membershipId: string, signal?: AbortSignal): Promise<MembershipSalesItem[]> {
    const { membershipSalesItems } = await http<MembershipSalesItemList>(`/memberships/${membershipId}/sales-items`, {
      signal,
    });
    return membershipSalesItems;
  },

  async addMembershipSalesItem(membershipId: string, body: NewCharge): Promise<MembershipSalesItem> {
    const response = await http<MembershipSalesItemResponse>(`/memberships/${membershipId}/sales-items`, {
      method: 'POST',
      body,
      stale: staleBy.memberships,
    });
    return response.membershipSalesItem;
  },

  async updateMembershipSalesItem(id: string, body: MembershipSalesItemUpdateBody): Promise<MembershipSalesItem> {
    const response = await http<MembershipSalesItemResponse>(`/membership-sales-items/${id}`, {
      method: 'PUT',
      body,
      stale: staleBy.memberships,
    });
    return response.membershipSalesItem;
  },

  async removeMembershipSalesItem(id: string): Promise<void> {
    await http(`/membership-sales-items/${id}`, { method: 'DELETE', stale: staleBy.memberships });
  },
};
