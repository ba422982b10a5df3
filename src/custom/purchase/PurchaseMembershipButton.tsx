import Button from '@mui/material/Button';
import { Suspense, useCallback, useState } from 'react';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { usePurchaseAttempt } from './purchaseAttempt.ts';

/** Sells a membership to this contact. A purchase that a reload cut off opens by itself. */
export const PurchaseMembershipButton = ({ contact }: { contact: ContactRecord }) => {
  const attempts = usePurchaseAttempt(contact.id);
  const [isOpen, setOpen] = useState(() => attempts.read()?.isOutcomeUnknown === true);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        Purchase Membership
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PurchaseDialog contact={contact} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

const PurchaseDialog = lazyWithPreload('purchase', () => import('./PurchaseDialog.tsx'), 'PurchaseDialog');
