import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasReceipt, isOutstanding } from '#domain/invoices/collecting.ts';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { ledgerPath } from '#src/paths.ts';
import { RetryError, SentLinkText, useCollecting, useFocusAfter } from './collecting/InvoiceCollect.tsx';
import { EmailReceiptDialog } from './payments/EmailReceipt.tsx';
import { RefundDialog, useMayRefund } from './refunding/RefundButton.tsx';

/** On a phone: the next step as a button below the title, and all others in a menu beside it. */
export const InvoiceActionBar = ({ invoice }: { invoice: InvoiceRecord }) => {
  const { actions: collecting, error, dialogs } = useCollecting(invoice);
  const mayRefund = useMayRefund(invoice);
  const maySeeLedger = useMayAt({ locationId: invoice.locationId }, 'reports:read');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'refund' | 'receipt'>();
  const place = useFocusAfter(isOutstanding(invoice.status));
  const close = () => setOpen(undefined);
  const further: (MenuAction | false)[] = [
    mayRefund && { label: 'Refund', onSelect: () => setOpen('refund') },
    hasReceipt(invoice) && { label: 'Email receipt', onSelect: () => setOpen('receipt') },
    { label: 'Print', onSelect: () => window.print() },
    maySeeLedger && {
      label: 'Ledger',
      onSelect: () => void navigate(ledgerPath({ invoiceId: invoice.id, scope: 'all' })),
    },
  ];
  const isLast = ({ isDangerous = false }: MenuAction) => isDangerous;
  const [first, ...rest] = [
    ...collecting.filter((action) => !isLast(action)),
    ...further.filter((action) => action !== false),
    ...collecting.filter(isLast),
  ];
  return (
    <Box ref={place} tabIndex={-1} component="section" aria-label="Invoice actions" sx={{ outline: 'none' }}>
      <SentLinkText invoice={invoice} />
      <RetryError error={error} />
      <Box sx={bar}>
        {first && (
          <Button variant={collecting.length > 0 ? 'contained' : 'outlined'} onClick={first.onSelect}>
            {first.label}
          </Button>
        )}
        <ActionMenu label="More actions" text="More" actions={rest} />
      </Box>
      {dialogs}
      {open === 'refund' && (
        <LazyPart onClose={close}>
          <RefundDialog invoice={invoice} onClose={close} />
        </LazyPart>
      )}
      {open === 'receipt' && (
        <LazyPart onClose={close}>
          <EmailReceiptDialog invoiceId={invoice.id} email={invoice.contact?.email ?? ''} onClose={close} />
        </LazyPart>
      )}
    </Box>
  );
};

const bar = { display: 'flex', gap: 1, '& > .MuiButton-root:first-of-type': { flex: 1 } } as const;
