import Button from '@mui/material/Button';
import { Suspense, useCallback, useState } from 'react';
import { useStoreContext } from 'react-admin';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { readAttempt } from './purchaseAttempt.ts';

/** Sells a membership to this contact. A purchase that a reload cut off opens by itself. */
export const PurchaseMembershipButton = ({ contact }: { contact: ContactRecord }) => {
  const store = useStoreContext();
  const [isOpen, setOpen] = useState(() => readAttempt(store, contact.id)?.isOutcomeUnknown === true);
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
