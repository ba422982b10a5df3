import ArrowForward from '@mui/icons-material/ArrowForward';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { Box, Button, IconButton, Paper, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCents, formatMoney, toCents } from '#domain/shared/money.ts';
import { posSuccessMs } from '#src/limits.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { EmailReceipt } from '#src/resources/invoices/payments/EmailReceipt.tsx';
import {
  isPartlyDue,
  methodName,
  partsText,
  ReceiptPrint,
  toCashCents,
  toPaidCents,
  type LastSale,
} from '#src/resources/invoices/payments/Receipt.tsx';
import { useTimeout } from '#src/ui/time.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { paths } from '#src/paths.ts';
import { keys, useShortcuts } from './shortcuts.ts';
import { touchScreen } from './tillSizes.ts';
import { useTill } from './useTillState.ts';

export const LastSaleStrip = () => {
  const { lastSale } = useTill();
  return lastSale && <Strip sale={lastSale} />;
};

const Strip = ({ sale }: { sale: LastSale }) => {
  const { can } = useAccess();
  const [isPrinting, setPrinting] = useState(false);
  const print = () => setPrinting(true);
  useShortcuts({ [keys.print]: print });
  return (
    <Paper
      component="section"
      aria-label="Last sale"
      variant="outlined"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        px: 1.5,
        py: 1,
        bgcolor: 'action.hover',
      }}
    >
      <Box sx={{ flex: '1 1 100%', minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          Last sale: {sale.customer} · {methodName(sale)}
        </Typography>
        <ChangeDue sale={sale} />
      </Box>
      <Button color="inherit" startIcon={<PrintOutlined />} onClick={print}>
        Print receipt
      </Button>
      <EmailReceipt invoiceId={sale.invoice.id} email={sale.email ?? ''} />
      {can('invoices') && (
        <Button
          color="inherit"
          startIcon={<ReceiptLongOutlined />}
          component={Link}
          to={paths.invoices.show(sale.invoice.id)}
        >
          View invoice
        </Button>
      )}
      {isPrinting && <ReceiptPrint sale={sale} onDone={() => setPrinting(false)} />}
    </Paper>
  );
};

/** It is as high as the choice of a customer, which follows, so that nothing moves below. What is due back is on the last sale there. */
export const SuccessStep = () => {
  const { startNextSale } = useTill();
  const step = useRef<HTMLDivElement>(null);
  useTimeout(startNextSale, posSuccessMs);
  // On a phone the payment was scrolled down to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => void step.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const { can } = useAccess();
  const isPhone = useIsPhone();
  return (
    <Paper ref={step} variant="outlined" sx={isPhone ? oneLine : card(can('contacts'))}>
      <CheckCircleOutlined aria-hidden="true" sx={{ fontSize: { xs: 28, sm: 40 }, color: 'success.main' }} />
      <Box role="status">
        <Typography variant="h2" sx={{ lineHeight: { xs: 1.2, sm: 1.4 } }}>
          Payment Successful!
        </Typography>
        <Typography variant={isPhone ? 'caption' : 'body1'} component="p" color="textSecondary">
          Transaction completed successfully.
        </Typography>
      </Box>
      {isPhone ? (
        <IconButton autoFocus aria-label="Next customer" color="primary" onClick={startNextSale}>
          <ArrowForward />
        </IconButton>
      ) : (
        <Button variant="contained" autoFocus onClick={startNextSale} sx={{ gridColumn: '1 / -1' }}>
          Next customer
        </Button>
      )}
    </Paper>
  );
};

/** As high as the customer selection that follows. */
const card = (hasActions: boolean) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  alignContent: 'center',
  columnGap: 1.5,
  rowGap: 2.5,
  p: 2,
  minHeight: hasActions ? 196 : 176,
  [touchScreen]: { minHeight: hasActions ? 204 : 178 },
});

/** As high as the search that follows. */
const oneLine = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1,
  px: 1,
  minHeight: 53,
  '@media (pointer: coarse)': { minHeight: 47 },
} as const;

/** On a phone the last sale is below all items, and what is due back must be in sight until the next one begins. */
export const ChangeOnPhone = () => {
  const { lastSale, cart } = useTill();
  const isPhone = useIsPhone();
  const change = lastSale ? toChangeCents(lastSale) : null;
  if (!isPhone || !change || change < 0 || cart.length > 0) return null;
  return (
    <Typography component="p" className="tabular" sx={changeStrip}>
      <strong>Change {formatCents(change)}</strong> for the last sale
    </Typography>
  );
};

const changeStrip = {
  mt: 1,
  px: 1.5,
  py: 0.75,
  border: 1,
  borderRadius: 2,
  bgcolor: 'success.light',
  borderColor: 'success.main',
} as const;

const toChangeCents = (sale: LastSale) => (sale.receivedCents === null ? null : sale.receivedCents - toCashCents(sale));

const ChangeDue = ({ sale }: { sale: LastSale }) => {
  const { invoice, parts, receivedCents } = sale;
  const change = toChangeCents(sale);
  return (
    <>
      <Typography className="tabular" sx={{ fontWeight: 600, mt: 0.5 }}>
        Total {formatCents(isPartlyDue(invoice) ? toCents(invoice.total) : toPaidCents(invoice))}
        {receivedCents !== null && ` · Tendered ${formatCents(receivedCents)}`}
        {change !== null && (change < 0 ? ` · Short by ${formatCents(-change)}` : ` · Change ${formatCents(change)}`)}
      </Typography>
      {parts && (
        <Typography variant="body2" className="tabular">
          {partsText(parts)}
        </Typography>
      )}
      {isPartlyDue(invoice) && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {formatMoney(invoice.due)} is still due: its drawer was closed before the card was charged. Book the cash on
          the invoice.
        </Typography>
      )}
    </>
  );
};
