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
import { http } from './http.ts';
import { business } from './stale.ts';

/** A membership of a contact. */
interface MembershipRef {
  contactId: string;
  membershipId: string;
}

/** One attempt of the user's: repeated with the same key, the change happens once. */
export interface Attempt<Body> extends MembershipRef {
  body: Body;
  idempotencyKey: string;
}

const pathOf = ({ contactId, membershipId }: MembershipRef) => `/contacts/${contactId}/memberships/${membershipId}`;

const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, idempotencyKey }: { body?: unknown; idempotencyKey: string },
) => http<ContactMembershipResponse>(path, { method, body, idempotencyKey, stale: business });

/** Changes to a membership after its sale. */
export const contactMembershipActions = {
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
    return (await http<CancellationPreviewResponse>(`${pathOf(membership)}/cancellation?${query}`, { signal })).preview;
  },
  cancelContactMembership: (attempt: Attempt<CancellationBody>) =>
    send('POST', `${pathOf(attempt)}/cancellation`, attempt),
  undoCancellation: (attempt: Attempt<undefined>) => send('DELETE', `${pathOf(attempt)}/cancellation`, attempt),

  freezeContactMembership: (attempt: Attempt<FreezeBody>) => send('POST', `${pathOf(attempt)}/freezes`, attempt),
  changeFreeze: (freezeId: string, attempt: Attempt<FreezeUpdateBody>) =>
    send('PUT', `${pathOf(attempt)}/freezes/${freezeId}`, attempt),
  removeFreeze: (freezeId: string, attempt: Attempt<undefined>) =>
    send('DELETE', `${pathOf(attempt)}/freezes/${freezeId}`, attempt),

  async planChangePreview(
    membership: MembershipRef,
    { membershipId, when, waiveDifference = false }: PlanChangeQuery,
    signal?: AbortSignal,
  ): Promise<PlanChangePreview> {
    const query = new URLSearchParams({ membershipId, when, waiveDifference: String(waiveDifference) });
    return (await http<PlanChangePreviewResponse>(`${pathOf(membership)}/plan-change?${query}`, { signal })).preview;
  },
  changePlan: (attempt: Attempt<PlanChangeRequest>) => send('POST', `${pathOf(attempt)}/plan-change`, attempt),
  undoPlanChange: (attempt: Attempt<undefined>) => send('DELETE', `${pathOf(attempt)}/plan-change`, attempt),

  billNow: (attempt: Attempt<undefined>) => send('POST', `${pathOf(attempt)}/bill-now`, attempt),
  letEnd: (attempt: Attempt<undefined>) => send('POST', `${pathOf(attempt)}/let-end`, attempt),

  setRenewal: (attempt: Attempt<RenewalBody>) => send('PUT', `${pathOf(attempt)}/renewal`, attempt),
  setAccess: (attempt: Attempt<AccessBody>) => send('PUT', `${pathOf(attempt)}/access`, attempt),
};
