import { useGetOne } from 'react-admin';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { TakePaymentDialog } from './TakePaymentDialog.tsx';

/** Reads the invoice and takes its payment. */
export const TakePayment = ({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) => {
  const query = useGetOne<InvoiceRecord>('invoices', { id: invoiceId });
  if (query.data) return <TakePaymentDialog invoice={query.data} onClose={onClose} />;
  return (
    <TitledDialog title="Take Payment" onClose={onClose}>
      <QueryState query={query} fallback="Failed to fetch invoice">
        {() => null}
      </QueryState>
    </TitledDialog>
  );
};
