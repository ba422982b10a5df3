import { createContext, useContext } from 'react';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

interface Purchase {
  contact: ContactRecord;
  /** Asks first, unless the payment is complete. */
  close: () => void;
  /** Closes without a question. */
  finish: () => void;
  /** From here on nothing is lost by closing. */
  setComplete: (isComplete: boolean) => void;
  /** While a payment is on its way the dialog stays. */
  setBusy: (isBusy: boolean) => void;
}

export const PurchaseContext = createContext<Purchase | null>(null);

/** The purchase around a part of its dialog. */
export const usePurchaseDialog = (): Purchase => {
  const purchase = useContext(PurchaseContext);
  if (!purchase) throw new Error('usePurchaseDialog needs a PurchaseDialog around it');
  return purchase;
};
