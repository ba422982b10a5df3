import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import type { ParkedSale } from '#domain/pos/parkedSalesContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { piecesText } from './tillState.ts';
import { useParkedSaleActions } from './useParkedSales.ts';
import { useTill } from './useTillState.ts';

export const ParkedSalesDialog = ({ sales, onClose }: { sales: readonly ParkedSale[]; onClose: () => void }) => {
  const { cart } = useTill();
  const { resume, discard, busyId, error } = useParkedSaleActions(onClose);
  const { confirm, dialog } = useConfirm();
  const isTaken = cart.length > 0;
  const ask = async (sale: ParkedSale) => {
    if (await confirm({ ...discardQuestion, text: `${getName(sale)}, ${formatMoney(sale.total)}` })) discard(sale);
  };
  return (
    <TitledDialog title="Parked sales" onClose={onClose}>
      <DialogContent sx={{ pt: 0 }}>
        {error && (
          <Alert severity="error" sx={{ mb: 1.5 }}>
            {error}
          </Alert>
        )}
        {isTaken && sales.length > 0 && (
          <Alert severity="info" role="note" sx={{ mb: 1.5 }}>
            Another sale is in the cart. Finish or park it before you resume one.
          </Alert>
        )}
        {sales.length === 0 && <Typography color="textSecondary">No sale is parked at this location.</Typography>}
        <Box component="ul" aria-label="Parked sales" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {sales.map((sale) => (
            <Box
              component="li"
              key={sale.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1,
                py: 1.5,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <ParkedSaleText sale={sale} />
              <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
                <Button
                  color="error"
                  disabled={busyId !== undefined}
                  onClick={() => void ask(sale)}
                  aria-label={`Discard the sale of ${getName(sale)}`}
                >
                  Discard
                </Button>
                <Button
                  variant="outlined"
                  disabled={isTaken || busyId !== undefined}
                  loading={busyId === sale.id}
                  onClick={() => resume(sale)}
                  aria-label={`Resume the sale of ${getName(sale)}`}
                >
                  Resume
                </Button>
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
      {dialog}
    </TitledDialog>
  );
};

const ParkedSaleText = ({ sale }: { sale: ParkedSale }) => {
  const { timezone } = useSelectedLocation();
  return (
    <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box className="tabular" sx={{ fontWeight: 600 }}>
        {getName(sale)} · {formatMoney(sale.total)}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {piecesText(sale.pieces)} · {sale.parkedBy}, {dateTimeText(sale.createdAt, timezone)}
      </Typography>
      {sale.note && <Typography variant="body2">{sale.note}</Typography>}
    </Box>
  );
};

const getName = ({ customer }: ParkedSale): string => customer ?? 'No customer';

const discardQuestion = {
  title: 'Discard this parked sale?',
  confirmLabel: 'Discard sale',
  cancelLabel: 'Keep it',
  isDangerous: true,
} as const;
