import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { refundable } from '#domain/invoices/refundable.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useMayForInvoice } from '../useMayForInvoice.ts';
import { toRefundable } from './toRefundable.ts';

export const RefundButton = ({ invoice }: { invoice: InvoiceRecord }) => {
  const mayRefund = useMayRefund(invoice);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {mayRefund && (
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

/** Whether this user may refund, and something is left to refund. */
export const useMayRefund = (invoice: InvoiceRecord) =>
  useMayForInvoice(invoice, 'invoices:refund') && refundable(toRefundable(invoice)).all > 0;

export const RefundDialog = lazyWithPreload('invoices', () => import('./RefundDialog.tsx'), 'RefundDialog');
