import type { MembershipPurchaseResponse, MembershipPurchaseBody, PurchasePreview, PurchasePreviewResponse, PurchaseRefusal } from '#domain/contract/memberships-purchase.ts';
import type { CancelledSaleResponse } from '#domain/contract/cancelled-sale.ts';
import type { ContactMembership, ContactMembershipPage } from '#domain/contract/contacts-memberships.ts';
import type { AgreementResponse, AgreementDownload, Agreement } from '#domain/contract/agreements.ts';
import { maxPageSize } from '#domain/rules/limits.ts';
import { http } from './http.ts';

export const membershipPurchaseActions = {
  /** What a plan costs this contact: the plan, its required items, the location's fees, and tax. */
  async purchasePreview(membershipId: string, contactId: string, signal?: AbortSignal): Promise<PurchasePreview> {
    return (await http<PurchasePreviewResponse>(`/memberships/${membershipId}/preview/${contactId}`, { signal })).preview;
  },

  /** Starts a purchase by card. The same key and body start it once, however often they are sent. */
  purchaseMembership: (body: MembershipPurchaseBody, idempotencyKey: string) =>
    http<MembershipPurchaseResponse | PurchaseRefusal>('/memberships/purchase', { method: 'POST', body, idempotencyKey }),

  /** Takes the purchase of this key back unless it is paid; gives its invoice as it stands now, null when there is none. */
  cancelPurchase: async ({ contactId, membershipId }: MembershipPurchaseBody, idempotencyKey: string) =>
    (await http<CancelledSaleResponse>('/memberships/purchase/cancel', { method: 'POST', body: { contactId, membershipId }, idempotencyKey })).invoice,

  /** Every membership a contact ever bought. */
  async heldMemberships(contactId: string, signal?: AbortSignal): Promise<ContactMembership[]> {
    const path = `/contacts/${contactId}/memberships?page=1&limit=${maxPageSize}`;
    return (await http<ContactMembershipPage>(path, { signal })).memberships;
  },

  /** An agreement of a plan with its versions, newest first. */
  async planAgreement(id: string, signal?: AbortSignal): Promise<Agreement> {
    return (await http<AgreementResponse>(`/agreements/${id}`, { signal })).agreement;
  },

  /** Where a version's PDF can be had for a quarter of an hour. */
  planAgreementDownload: (versionId: string) => http<AgreementDownload>(`/agreements/versions/${versionId}/download`),
};
