import { useNotify } from 'react-admin';
import type { ContactMembershipResponse } from '#domain/contract/contacts-memberships-actions.ts';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { formatMoney } from '#domain/rules/money.ts';
import type { Attempt } from '#src/dataProvider/contacts-memberships.ts';
import { useKeyedCall } from '#src/dataProvider/useKeyedCall.ts';
import { membershipNotes, useMembershipClock } from './contactMembership.ts';

/** Changes a membership, and notifies of the result and the membership's new state. */
export const useMembershipChange = (membership: ContactMembership) => {
  const { id, contactId } = membership;
  const { today } = useMembershipClock(membership);
  const notify = useNotify();
  const keyed = useKeyedCall();
  return async <Body>(body: Body, call: (attempt: Attempt<Body>) => Promise<ContactMembershipResponse>, name: string): Promise<void> => {
    const { message, contactMembership, invoice } = await keyed([name, body], (idempotencyKey) => call({ contactId, membershipId: id, body, idempotencyKey }));
    const billed = invoice ? [`${formatMoney(invoice.total)} billed`] : [];
    notify([message, ...billed, ...membershipNotes(contactMembership, today)].join('. '), { type: 'success' });
  };
};
