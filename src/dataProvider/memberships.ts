import type { PurchasePreview, PurchasePreviewResponse } from '#domain/contract/memberships-purchase.ts';
import type {
  MembershipSalesItem,
  MembershipSalesItemResponse,
  MembershipSalesItemList,
  MembershipSalesItemUpdateBody,
} from '#domain/contract/memberships-sales-items.ts';
import type { Membership, MembershipResponse, MembershipListItem, MembershipPage } from '#domain/contract/memberships.ts';
import { restAdapter } from './adapter.ts';
import { http } from './http.ts';

/** A plan with its location; null is company-wide. */
export type MembershipRow = Membership & { location: MembershipListItem['location'] };
export type MembershipRecord = MembershipRow & { agreements: MembershipResponse['agreements'] };

export const membershipsAdapter = restAdapter({
  path: 'memberships',
  rows: ({ memberships }: MembershipPage) =>
    memberships.map(({ membership, location }): MembershipRow => ({ ...membership, location })),
  one: ({ membership, location, agreements }: MembershipResponse): MembershipRecord => ({ ...membership, location, agreements }),
});

export interface NewCharge {
  salesItemId: string;
  isRequired: boolean;
  displayOrder: number;
}

export const membershipActions = {
  /** The additional charges of a plan, in their order. */
  async membershipSalesItems(membershipId: string, signal?: AbortSignal): Promise<MembershipSalesItem[]> {
    const { membershipSalesItems } = await http<MembershipSalesItemList>(`/memberships/${membershipId}/sales-items`, { signal });
    return membershipSalesItems;
  },

  async addMembershipSalesItem(membershipId: string, body: NewCharge): Promise<MembershipSalesItem> {
    const answer = await http<MembershipSalesItemResponse>(`/memberships/${membershipId}/sales-items`, { method: 'POST', body });
    return answer.membershipSalesItem;
  },

  async updateMembershipSalesItem(id: string, body: MembershipSalesItemUpdateBody): Promise<MembershipSalesItem> {
    const answer = await http<MembershipSalesItemResponse>(`/membership-sales-items/${id}`, { method: 'PUT', body });
    return answer.membershipSalesItem;
  },

  async removeMembershipSalesItem(id: string): Promise<void> {
    await http(`/membership-sales-items/${id}`, { method: 'DELETE' });
  },

  /** What a plan would cost a contact, line by line, with tax. */
  async membershipPreview(membershipId: string, contactId: string, signal?: AbortSignal): Promise<PurchasePreview> {
    const { preview } = await http<PurchasePreviewResponse>(`/memberships/${membershipId}/preview/${contactId}`, { signal });
    return preview;
  },
};
