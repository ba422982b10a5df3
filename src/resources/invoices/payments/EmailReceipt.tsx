import EmailOutlined from '@mui/icons-material/EmailOutlined';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

interface EmailReceiptProps {
  invoiceId: string;
  /** The customer's own address, if there is one. */
  email: string;
  variant?: 'text' | 'outlined';
}

export const EmailReceipt = ({ invoiceId, email, variant = 'text' }: EmailReceiptProps) => (
  <DialogButton
    variant={variant}
    color="inherit"
    startIcon={<EmailOutlined />}
    renderDialog={(close) => <EmailReceiptDialog invoiceId={invoiceId} email={email} onClose={close} />}
  >
    Email receipt
  </DialogButton>
);

export const EmailReceiptDialog = lazyWithPreload(
  'invoices',
  () => import('./EmailReceiptDialog.tsx'),
  'EmailReceiptDialog',
);
