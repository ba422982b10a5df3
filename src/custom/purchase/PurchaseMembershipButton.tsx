import { LazyPart } from '#src/ui/LazyPart.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { interruptedPurchase } from './purchaseAttempt.ts';

interface PurchaseMembershipButtonProps {
  contact: ContactRecord;
  label?: string;
  /** An interrupted purchase opens automatically. Only one button of a page does that. */
  resumes?: boolean;
  startsOpen?: boolean;
}

export const PurchaseMembershipButton = ({
  contact,
  label = 'Purchase Membership',
  resumes = true,
  startsOpen = false,
}: PurchaseMembershipButtonProps) => (
  <DialogButton
    variant="outlined"
    startsOpen={startsOpen || (resumes && interruptedPurchase(contact.id) !== undefined)}
    renderDialog={(close) => <PurchaseDialog contact={contact} onClose={close} />}
  >
    {label}
  </DialogButton>
);

interface MembershipPurchaseProps {
  contact: ContactRecord;
  plan?: ListedMembership;
  onClose: () => void;
}

/** Its dialog alone, opened in another way. */
export const MembershipPurchase = ({ contact, plan, onClose }: MembershipPurchaseProps) => (
  <LazyPart onClose={onClose}>
    <PurchaseDialog contact={contact} plan={plan} onClose={onClose} />
  </LazyPart>
);

const PurchaseDialog = lazyWithPreload('purchase', () => import('./PurchaseDialog.tsx'), 'PurchaseDialog');
