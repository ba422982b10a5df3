import { useNotify } from 'react-admin';
import type { ContactMembershipResponse } from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import type { Attempt } from '#src/dataProvider/contacts-memberships.ts';
import { useKeyedCall } from '#src/dataProvider/useKeyedCall.ts';
import { membershipNotes, useMembershipClock } from './contactMembership.ts';

/** Changes a membership, and notifies of the result and the membership's new state. */
export const useMembershipChange = (membership: ContactMembership) => {
  const { id, contactId } = membership;
  const { today } = useMembershipClock(membership);
  const notify = useNotify();
  const keyed = useKeyedCall();
  return async <Body>(
    body: Body,
    call: (attempt: Attempt<Body>) => Promise<ContactMembershipResponse>,
    name: string,
  ): Promise<void> => {
    const { message, contactMembership, invoice } = await keyed([name, body], (idempotencyKey) =>
      call({ contactId, membershipId: id, body, idempotencyKey }),
    );
    const billed = invoice ? [`${formatMoney(invoice.total)} billed`] : [];
    notify([message, ...billed, ...membershipNotes(contactMembership, today)].join('. '), { type: 'success' });
  };
};
