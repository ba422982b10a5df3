import type { Agreement, AgreementResponse, AgreementDownload } from '#domain/agreements/contract.ts';
import type { CanceledSaleResponse } from '#domain/invoices/cancelSaleContract.ts';
import type {
  DeskPurchaseResponse,
  MembershipPurchaseResponse,
  MembershipPurchaseBody,
  PurchasePreview,
  PurchasePreviewResponse,
  PurchaseRefusal,
} from '#domain/contact-memberships/purchaseContract.ts';
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
import { business, staleBy } from './stale.ts';

/** A plan with its location; null is company-wide. */
export type MembershipRow = Membership & { location: MembershipListItem['location'] };
export type MembershipRecord = MembershipRow & { agreements: MembershipResponse['agreements'] };

export const membershipsResource = restResource({
  path: 'memberships',
  stale: staleBy.memberships,
  rows: ({ memberships }: MembershipPage) =>
    memberships.map(({ membership, location }): MembershipRow => ({ ...membership, location })),
  one: ({ membership, location, agreements }: MembershipResponse): MembershipRecord => ({
    ...membership,
    location,
    agreements,
  }),
});

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

interface PlannedSale {
  membershipId: string;
  contactId: string;
  locationId: string;
}

export const membershipPurchaseActions = {
  async purchasePreview(
    { membershipId, contactId, locationId }: PlannedSale,
    signal?: AbortSignal,
  ): Promise<PurchasePreview> {
    return (
      await http<PurchasePreviewResponse>(
        `/memberships/${membershipId}/preview/${contactId}?locationId=${locationId}`,
        { signal },
      )
    ).preview;
  },

  /** Sells a membership: starts a card payment, or is paid at once by another method. The same key and body sell it once, however often they are sent. */
  purchaseMembership: (body: MembershipPurchaseBody, idempotencyKey: string) =>
    http<MembershipPurchaseResponse | DeskPurchaseResponse | PurchaseRefusal>('/memberships/purchase', {
      method: 'POST',
      body,
      idempotencyKey,
      stale: business,
    }),

  /** Cancels the purchase with this key unless it is paid. Returns its current invoice, null when there is none. */
  cancelPurchase: async ({ contactId, membershipId }: MembershipPurchaseBody, idempotencyKey: string) =>
    (
      await http<CanceledSaleResponse>('/memberships/purchase/cancel', {
        method: 'POST',
        body: { contactId, membershipId },
        idempotencyKey,
        stale: business,
      })
    ).invoice,

  async planAgreement(id: string, signal?: AbortSignal): Promise<Agreement> {
    return (await http<AgreementResponse>(`/agreements/${id}`, { signal })).agreement;
  },

  /** The URL of a version's PDF, valid for 15 minutes. */
  planAgreementDownload: (versionId: string) => http<AgreementDownload>(`/agreements/versions/${versionId}/download`),
};
