import { useParams } from 'react-router-dom';
import { PurchaseDetail } from './PurchaseDetail.tsx';
import { PurchaseHistory } from './PurchaseHistory.tsx';

/** The contact's invoices: all of them, or the one in the URL. */
export const PurchasesTab = () => {
  const { invoiceId } = useParams();
  return invoiceId ? <PurchaseDetail invoiceId={invoiceId} /> : <PurchaseHistory />;
};
