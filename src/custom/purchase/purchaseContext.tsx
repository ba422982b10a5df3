import { Box, DialogContent } from '@mui/material';
import { createContext, useContext, type ReactNode } from 'react';
import { PaymentActions } from '#src/resources/invoices/payments/PaymentForm.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

interface Purchase {
  contact: ContactRecord;
  /** Asks first, unless the payment is complete. */
  close: () => void;
  /** Closes without asking. */
  finish: () => void;
  /** From now on, closing does not ask. */
  setComplete: (isComplete: boolean) => void;
  /** While a payment is being made the dialog stays open. */
  setBusy: (isBusy: boolean) => void;
  isBusy: boolean;
}

export const PurchaseContext = createContext<Purchase | null>(null);

export const notConfigured = 'Stripe payment configuration is not set up for this company';

export const usePurchaseDialog = (): Purchase => {
  const purchase = useContext(PurchaseContext);
  if (!purchase) throw new Error('usePurchaseDialog needs a PurchaseDialog around it');
  return purchase;
};

/** The button that charges has its place already, so that it does not come under a hand at Cancel. */
export const Waiting = ({ onBack, children }: { onBack: () => void; children: ReactNode }) => {
  const { close } = usePurchaseDialog();
  return (
    <>
      <DialogContent dividers>{children}</DialogContent>
      <Box sx={{ px: 3, pt: 2, pb: 2.5 }}>
        <PaymentActions label="Charge" isBlocked onBack={onBack} onCancel={close} />
      </Box>
    </>
  );
};
