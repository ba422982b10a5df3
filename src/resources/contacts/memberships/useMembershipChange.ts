import { useNotify } from 'react-admin';
import type { ContactMembershipResponse } from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import type { Attempt } from '#src/dataProvider/contact-memberships.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { membershipNotes, useMembershipClock } from './contactMembership.ts';

export const useMembershipChange = (membership: ContactMembership) => {
  const { id, contactId } = membership;
  const { today } = useMembershipClock(membership);
  const notify = useNotify();
  const { mutateAsync } = useIdempotentMutation({
    mutationFn: ({ send }: Change, key) => send(key),
    bodyOf: ({ name, body }) => [name, body],
    onSuccess: ({ message, contactMembership, invoice }) => {
      const billed = invoice ? [`${formatMoney(invoice.total)} billed`] : [];
      notify([message, ...billed, ...membershipNotes(contactMembership, today)].join('. '), { type: 'success' });
    },
  });
  return async <Body>(
    body: Body,
    call: (attempt: Attempt<Body>) => Promise<ContactMembershipResponse>,
    name: string,
  ): Promise<void> => {
    await mutateAsync({
      name,
      body,
      send: (idempotencyKey) => call({ contactId, contactMembershipId: id, body, idempotencyKey }),
    });
  };
};

interface Change {
  name: string;
  body: unknown;
  send: (idempotencyKey: string) => Promise<ContactMembershipResponse>;
}
