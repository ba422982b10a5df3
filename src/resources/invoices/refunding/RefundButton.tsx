import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { refundable } from '#domain/invoices/refunds.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useMayForInvoice } from '../collecting/useInvoiceMutation.ts';
import { toRefundable } from './refundable.ts';

export const RefundButton = ({ invoice }: { invoice: InvoiceRecord }) => {
  const mayRefund = useMayForInvoice(invoice, 'invoices:refund');
  const [isOpen, setOpen] = useState(false);
  if (!mayRefund) return null;
  const canRefund = refundable(toRefundable(invoice)).all > 0;
  return (
    <>
      {canRefund && (
        <Button variant="outlined" color="inherit" startIcon={<UndoOutlined />} onClick={() => setOpen(true)}>
          Refund
        </Button>
      )}
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <RefundDialog invoice={invoice} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

const RefundDialog = lazyWithPreload('invoices', () => import('./RefundDialog.tsx'), 'RefundDialog');
