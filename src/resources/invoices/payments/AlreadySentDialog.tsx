import { Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Invoice } from '#domain/invoices/contract.ts';
import { getLineItems } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { partsText } from './Receipt.tsx';
import { toParts } from './salePayment.ts';

interface AlreadySentDialogProps {
  /** The outcome of what was sent first. */
  first: Outcome | undefined;
  onClose: () => void;
}

export const AlreadySentDialog = ({ first, onClose }: AlreadySentDialogProps) => {
  const { can } = useAccess();
  const invoice = first?.status === 'succeeded' ? first.invoice : undefined;
  return (
    <TitledDialog title="Already sent" role="alertdialog" maxWidth="xs" onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText>
          Another tab, or an earlier press, already sent this with other details. What you pressed now was not sent.
        </DialogContentText>
        <DialogContentText color="textPrimary" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {toText(first)}
        </DialogContentText>
        <DialogContentText>To do this one too, close this and press the button again.</DialogContentText>
      </DialogContent>
      <DialogActions>
        {invoice && can('invoices') && (
          <Button color="inherit" component={Link} to={paths.invoices.show(invoice.id)} onClick={onClose}>
            View invoice
          </Button>
        )}
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};

function toText(first: Outcome | undefined): string {
  if (first?.status === 'succeeded' && first.invoice) return `The first went through: ${invoiceText(first.invoice)}.`;
  if (first?.status === 'pending')
    return 'The first is waiting for its card. Finish it in the other tab, or cancel it there.';
  if (first?.status === 'notRecorded') return `The first was not recorded${first.message ? `: ${first.message}` : '.'}`;
  return 'We could not check what became of the first. Look for it before you press again.';
}

/** `1 × Towel · $13.50 · $2.00 cash + $11.50 card · DEN-10423` */
function invoiceText(invoice: Invoice): string {
  const { number, total, currency, paidBy, paidParts } = invoice;
  const parts = toParts(paidParts ?? (paidBy ? [{ ...paidBy, amount: invoice.paid }] : []));
  return [
    ...getLineItems(invoice).map(({ quantity, name }) => `${quantity} × ${name}`),
    formatMoney(total, currency),
    partsText(parts),
    number,
  ]
    .filter(Boolean)
    .join(' · ');
}
