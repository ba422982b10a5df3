import { useState } from 'react';
import { useStoreContext } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { readAttempt } from '#src/custom/purchase/purchaseAttempt.ts';
import { atTab, contactTabs, type ContactTab } from '#src/custom/ui/contactTab.ts';
import { paths } from '#src/paths.ts';

/**
 * A membership in the URL selects the Memberships tab, an invoice the Purchase History, else the tab of the
 * navigation state counts, else it is Contact Information. A purchase that was cut off waits at Memberships, where it
 * goes on by itself.
 */
export const useContactTab = () => {
  const { id = '', membershipId, invoiceId } = useParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const store = useStoreContext();
  const [first] = useState<ContactTab>(() => (readAttempt(store, id)?.isOutcomeUnknown ? 'memberships' : 'information'));
  const open = (tab: ContactTab) => {
    const to = paths.contacts.show(id);
    void navigate(to, { ...atTab(tab), replace: pathname === to });
  };
  return { tab: tabOf({ membershipId, invoiceId, state }) ?? first, open };
};

const tabOf = ({ membershipId, invoiceId, state }: { membershipId?: string | undefined; invoiceId?: string | undefined; state: unknown }): ContactTab | undefined => {
  if (membershipId) return 'memberships';
  if (invoiceId) return 'purchases';
  const given: unknown = state && typeof state === 'object' && 'tab' in state ? state.tab : undefined;
  return contactTabs.find((tab) => tab === given);
};
