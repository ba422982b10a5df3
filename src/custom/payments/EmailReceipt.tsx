import EmailOutlined from '@mui/icons-material/EmailOutlined';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

interface EmailReceiptProps {
  invoiceId: string;
  /** The customer's own; empty where there is none. */
  email: string;
  variant?: 'text' | 'outlined';
}

/** The button that mails a receipt. */
export const EmailReceipt = ({ invoiceId, email, variant = 'text' }: EmailReceiptProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} color="inherit" startIcon={<EmailOutlined />} onClick={() => setOpen(true)}>
        Email Receipt
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EmailReceiptDialog invoiceId={invoiceId} email={email} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const EmailReceiptDialog = lazyWithPreload('invoices', () => import('./EmailReceiptDialog.tsx'), 'EmailReceiptDialog');
