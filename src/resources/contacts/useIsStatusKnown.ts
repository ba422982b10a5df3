import { useOwed } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { useMemberSummary } from './memberSummary.tsx';
import { usePrimaryMembership } from './memberships/useContactMemberships.ts';
import { useContact } from './useContact.ts';

/**
 * Known once the contact's status, memberships and debts were read, or failed. Until then nothing is offered that they could move
 * under somebody's hand; once known, it stays so.
 */
export const useIsStatusKnown = () => {
  const { id } = useContact();
  const summary = useMemberSummary(id);
  const memberships = usePrimaryMembership(id);
  const owed = useOwed(id);
  return useHasBeen(!summary.isPending && !memberships.isPending && !owed.isLoading);
};
