import { useState } from 'react';
import { useRecordContext, useStoreContext } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { readAttempt } from '#src/custom/purchase/purchaseAttempt.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { atTab, navigationState, type ContactTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';

/** The contact that this page is about. */
export const useContact = (): ContactRecord => {
  const contact = useRecordContext<ContactRecord>();
  if (!contact) throw new Error('useContact needs a contact around it');
  return contact;
};

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
  return navigationState(state).tab;
};
