import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { interruptedPurchase } from '#src/custom/purchase/purchaseAttempt.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { atTab, navigationState, withChosenContact, type ContactTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';

export const useContact = (): ContactRecord => {
  const contact = useRecordContext<ContactRecord>();
  if (!contact) throw new Error('useContact needs a contact around it');
  return contact;
};

/**
 * A membership in the URL selects the Memberships tab, an invoice Purchase History. Otherwise the navigation state decides, else
 * it is Contact Information. An interrupted purchase selects Memberships, where it resumes automatically.
 */
export const useContactTab = () => {
  const { id = '', contactMembershipId, invoiceId } = useParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [first] = useState<ContactTab>(() => (interruptedPurchase(id) ? 'memberships' : 'information'));
  const open = (tab: ContactTab) => {
    const to = paths.contacts.show(id);
    void navigate(to, { ...atTab(tab), replace: pathname === to });
  };
  const tab = getTab({ contactMembershipId, invoiceId, state }) ?? first;
  /** The tab of all memberships has a button of its own that sells one. */
  const isListing = tab === 'memberships' && !contactMembershipId;
  return { tab, isListing, open };
};

const getTab = ({
  contactMembershipId,
  invoiceId,
  state,
}: {
  contactMembershipId?: string | undefined;
  invoiceId?: string | undefined;
  state: unknown;
}): ContactTab | undefined => {
  if (contactMembershipId) return 'memberships';
  if (invoiceId) return 'purchases';
  return navigationState(state).tab;
};

/** For a link to the till, where this contact is then the customer. */
export const toSale = (contact: ContactRecord) =>
  withChosenContact({ ...contact, homeLocation: contact.homeLocation ?? null });
