import type {
  AccessBody,
  CancellationBody,
  CancellationPreview,
  CancellationPreviewResponse,
  ContactMembershipResponse,
  FreezeBody,
  FreezeUpdateBody,
  PlanChangePreview,
  PlanChangePreviewResponse,
  PlanChangeQuery,
  PlanChangeRequest,
  RenewalBody,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembershipPage } from '#domain/contact-memberships/contract.ts';
import { http } from './http.ts';
import { business } from './stale.ts';

interface MembershipRef {
  contactId: string;
  contactMembershipId: string;
}

/** One attempt of the user's: repeated with the same key, the change happens once. */
export interface Attempt<Body> extends MembershipRef {
  body: Body;
  idempotencyKey: string;
}

const toPath = ({ contactId, contactMembershipId }: MembershipRef) =>
  `/contacts/${contactId}/memberships/${contactMembershipId}`;

const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, idempotencyKey }: { body?: unknown; idempotencyKey: string },
) => http<ContactMembershipResponse>(path, { method, body, idempotencyKey, stale: business });

interface Page {
  page: number;
  limit: number;
}

export const contactMembershipActions = {
  page: (contactId: string, { page, limit }: Page, signal?: AbortSignal) =>
    http<ContactMembershipPage>(`/contacts/${contactId}/memberships?page=${page}&limit=${limit}`, { signal }),

  async cancellationPreview(
    membership: MembershipRef,
    request: Pick<CancellationBody, 'when' | 'date' | 'release'>,
    signal?: AbortSignal,
  ): Promise<CancellationPreview> {
    const query = new URLSearchParams({
      when: request.when,
      release: String(request.release),
      ...(request.date && { date: request.date }),
    });
    return (await http<CancellationPreviewResponse>(`${toPath(membership)}/cancellation?${query}`, { signal })).preview;
  },
  cancelContactMembership: (attempt: Attempt<CancellationBody>) =>
    send('POST', `${toPath(attempt)}/cancellation`, attempt),
  undoCancellation: (attempt: Attempt<undefined>) => send('DELETE', `${toPath(attempt)}/cancellation`, attempt),

  freezeContactMembership: (attempt: Attempt<FreezeBody>) => send('POST', `${toPath(attempt)}/freezes`, attempt),
  changeFreeze: (freezeId: string, attempt: Attempt<FreezeUpdateBody>) =>
    send('PUT', `${toPath(attempt)}/freezes/${freezeId}`, attempt),
  removeFreeze: (freezeId: string, attempt: Attempt<undefined>) =>
    send('DELETE', `${toPath(attempt)}/freezes/${freezeId}`, attempt),

  async planChangePreview(
    membership: MembershipRef,
    { membershipId, when, waiveDifference = false }: PlanChangeQuery,
    signal?: AbortSignal,
  ): Promise<PlanChangePreview> {
    const query = new URLSearchParams({ membershipId, when, waiveDifference: String(waiveDifference) });
    return (await http<PlanChangePreviewResponse>(`${toPath(membership)}/plan-change?${query}`, { signal })).preview;
  },
  changePlan: (attempt: Attempt<PlanChangeRequest>) => send('POST', `${toPath(attempt)}/plan-change`, attempt),
  undoPlanChange: (attempt: Attempt<undefined>) => send('DELETE', `${toPath(attempt)}/plan-change`, attempt),

  billNow: (attempt: Attempt<undefined>) => send('POST', `${toPath(attempt)}/bill-now`, attempt),
  letEnd: (attempt: Attempt<undefined>) => send('POST', `${toPath(attempt)}/let-end`, attempt),

  setRenewal: (attempt: Attempt<RenewalBody>) => send('PUT', `${toPath(attempt)}/renewal`, attempt),
  setAccess: (attempt: Attempt<AccessBody>) => send('PUT', `${toPath(attempt)}/access`, attempt),
};
