import type { Agreement, AgreementDownload, AgreementResponse } from '#domain/agreements/contract.ts';
import type {
  DeskPurchaseResponse,
  MembershipPurchaseBody,
  MembershipPurchaseResponse,
  PurchasePreview,
  PurchasePreviewResponse,
  PurchaseRefusal,
} from '#domain/contact-memberships/purchaseContract.ts';
import type { CanceledSaleResponse } from '#domain/invoices/cancelSaleContract.ts';
import { http } from './http.ts';
import { business } from './stale.ts';

interface PlannedPurchase {
  membershipId: string;
  contactId: string;
  locationId: string;
}

export const purchaseActions = {
  async purchasePreview(
    { membershipId, contactId, locationId }: PlannedPurchase,
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
