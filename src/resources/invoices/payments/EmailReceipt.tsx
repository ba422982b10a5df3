import EmailOutlined from '@mui/icons-material/EmailOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

interface EmailReceiptProps {
  invoiceId: string;
  /** The customer's own address, if there is one. */
  email: string;
  variant?: 'text' | 'outlined';
}

export const EmailReceipt = ({ invoiceId, email, variant = 'text' }: EmailReceiptProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} color="inherit" startIcon={<EmailOutlined />} onClick={() => setOpen(true)}>
        Email Receipt
      </Button>
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <EmailReceiptDialog invoiceId={invoiceId} email={email} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

const EmailReceiptDialog = lazyWithPreload('invoices', () => import('./EmailReceiptDialog.tsx'), 'EmailReceiptDialog');
