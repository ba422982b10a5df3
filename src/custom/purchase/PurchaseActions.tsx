import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { formatMoney } from '#domain/rules/money.ts';
import { usePurchaseDialog } from './purchaseContext.ts';

interface PurchaseActionsProps {
  error: string | undefined;
  isBusy: boolean;
  isReady: boolean;
  total: number;
  onBack: () => void;
}

/** The payment step's buttons, with what went wrong above them. */
export const PurchaseActions = ({ error, isBusy, isReady, total, onBack }: PurchaseActionsProps) => {
  const { close } = usePurchaseDialog();
  return (
    <>
      {error && (
        <Box sx={{ px: 3, pt: 2 }}>
          <Alert severity="error">{error}</Alert>
        </Box>
      )}
      <DialogActions sx={{ pt: '16px !important', flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" onClick={onBack} disabled={isBusy} sx={{ mr: 'auto' }}>
          Back
        </Button>
        <Button color="inherit" onClick={close} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isBusy} disabled={!isReady} className="tabular">
          Pay {formatMoney(total)}
        </Button>
      </DialogActions>
    </>
  );
};
