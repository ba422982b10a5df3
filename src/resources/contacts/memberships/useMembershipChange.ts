import { useRef } from 'react';
import { useNotify } from 'react-admin';
import type { ContactMembershipResponse } from '#domain/contract/contacts-memberships-actions.ts';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { membershipNotes, useMembershipClock } from './heldMembership.ts';

interface Attempt<Body> {
  contactId: string;
  membershipId: string;
  body: Body;
  idempotencyKey: string;
}

/**
 * Changes a membership and says what it did and how the membership stands then. Trying the same again carries the same key,
 * so that an answer that was lost changes nothing twice.
 */
export const useMembershipChange = (membership: ContactMembership) => {
  const { id, contactId } = membership;
  const { today } = useMembershipClock(membership);
  const notify = useNotify();
  const attempt = useRef<{ what: string; key: string }>(undefined);
  return async <Body>(body: Body, call: (attempt: Attempt<Body>) => Promise<ContactMembershipResponse>, name: string): Promise<void> => {
    const what = JSON.stringify([name, body]);
    if (attempt.current?.what !== what) attempt.current = { what, key: createIdempotencyKey() };
    const { message, contactMembership, invoice } = await call({ contactId, membershipId: id, body, idempotencyKey: attempt.current.key });
    attempt.current = undefined;
    const billed = invoice ? [`${formatMoney(invoice.total)} billed`] : [];
    notify([message, ...billed, ...membershipNotes(contactMembership, today)].join('. '), { type: 'success' });
  };
};
