import Button from '@mui/material/Button';
import { useContext, useState } from 'react';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { PurchaseDialogContext } from './purchaseDialog.ts';

/** Opens the purchase of a membership for this contact (spec §2, Contact detail). */
export const PurchaseMembershipButton = ({ contact }: { contact: ContactRecord }) => {
  const purchaseDialog = useContext(PurchaseDialogContext);
  const [isOpen, setOpen] = useState(false);
  if (!purchaseDialog) return null;
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        Purchase Membership
      </Button>
      {isOpen && purchaseDialog({ contact, onClose: () => setOpen(false) })}
    </>
  );
};
