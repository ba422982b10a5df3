import { createContext, type ReactNode } from 'react';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

export interface PurchaseDialogProps {
  contact: ContactRecord;
  onClose: () => void;
}

/** The dialog that sells a plan to a contact. Where none is provided, no button leads to one. */
export const PurchaseDialogContext = createContext<((props: PurchaseDialogProps) => ReactNode) | null>(null);
