import { Button } from '@mui/material';
import { useState } from 'react';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { interruptedPurchase } from './purchaseAttempt.ts';

interface PurchaseMembershipButtonProps {
  contact: ContactRecord;
  label?: string;
  variant?: 'contained' | 'outlined';
  /** Whether an interrupted purchase opens automatically. Only one button of a page does that. */
  resumes?: boolean;
}

export const PurchaseMembershipButton = ({
  contact,
  label = 'Purchase Membership',
  variant = 'contained',
  resumes = true,
}: PurchaseMembershipButtonProps) => {
  const [isOpen, setOpen] = useState(() => resumes && interruptedPurchase(contact.id) !== undefined);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <PurchaseDialog contact={contact} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

const PurchaseDialog = lazyWithPreload('purchase', () => import('./PurchaseDialog.tsx'), 'PurchaseDialog');
