import { useOwed } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { useMemberSummary } from './memberSummary.tsx';
import { usePrimaryMembership } from './memberships/useContactMemberships.ts';
import { useContact } from './useContact.ts';

/**
 * Known once the contact's status and memberships were read, or failed. Until then nothing is offered that they could move under
 * somebody's hand; once known, it stays so.
 */
export const useIsStatusKnown = () => {
  const { id } = useContact();
  const summary = useMemberSummary(id);
  const memberships = usePrimaryMembership(id);
  return useHasBeen(!summary.isPending && !memberships.isPending);
};

/** Likewise for what the contact owes, which moves only the actions that stand beside Collect. */
export const useAreDebtsKnown = () => {
  const owed = useOwed(useContact().id);
  return useHasBeen(!owed.isLoading);
};
