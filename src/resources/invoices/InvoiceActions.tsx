import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasReceipt, isOutstanding } from '#domain/invoices/collecting.ts';
import { refundable } from '#domain/invoices/refunds.ts';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { ledgerPath } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { RetryError, useCollecting } from './collecting/useCollecting.tsx';
import { useMayForInvoice } from './useMayForInvoice.ts';
import { EmailReceiptDialog } from './payments/EmailReceipt.tsx';
import { toRefundable } from './refunding/toRefundable.ts';

const RefundDialog = lazyWithPreload('invoices', () => import('./refunding/RefundDialog.tsx'), 'RefundDialog');

/** The next steps as buttons, on a phone the first one, and all others in a menu beside them. */
export const InvoiceActions = ({ invoice }: { invoice: InvoiceRecord }) => {
  const { actions: collecting, error, dialogs } = useCollecting(invoice);
  const isRefundable = useMayForInvoice(invoice, 'invoices:refund') && refundable(toRefundable(invoice)).all > 0;
  const maySeeLedger = useMayAt({ locationId: invoice.locationId }, 'reports:read');
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<'refund' | 'receipt'>();
  const place = useFocusAfter(isOutstanding(invoice.status));
  const close = () => setOpen(undefined);
  const further: (MenuAction | false)[] = [
    isRefundable && { label: 'Refund', onSelect: () => setOpen('refund') },
    hasReceipt(invoice) && { label: 'Email receipt', onSelect: () => setOpen('receipt') },
    { label: 'Print', onSelect: () => window.print() },
    maySeeLedger && { label: 'Ledger', to: ledgerPath({ invoiceId: invoice.id, scope: 'all' }) },
  ];
  const isLast = ({ isDangerous = false }: MenuAction) => isDangerous;
  const all = [
    ...collecting.filter((action) => !isLast(action)),
    ...further.filter((action) => action !== false),
    ...collecting.filter(isLast),
  ];
  // A menu of one entry would be a button with a detour.
  const most = isPhone ? 1 : 3;
  const buttonCount = all.length === most + 1 ? most + 1 : most;
  return (
    <Box ref={place} tabIndex={-1} component="section" aria-label="Invoice actions" sx={part}>
      <RetryError error={error} />
      <Box sx={bar}>
        {all.slice(0, buttonCount).map(({ label, onSelect, to, isPending }, index) => (
          <Button
            key={label}
            {...(to !== undefined && { component: Link, to })}
            variant={index === 0 && collecting.length > 0 ? 'contained' : 'outlined'}
            {...(isPending !== undefined && { loading: isPending })}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
        <ActionMenu label="More actions" text="More" actions={all.slice(buttonCount)} />
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

/** The buttons disappear once nothing is due: the focus moves to what is then there. */
const useFocusAfter = (isOwed: boolean) => {
  const place = useRef<HTMLElement>(null);
  const wasOwed = useRef(isOwed);
  useEffect(() => {
    if (wasOwed.current && !isOwed) place.current?.focus();
    wasOwed.current = isOwed;
  }, [isOwed]);
  return place;
};

const part = { outline: 'none' } as const;
const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '@media (max-width: 599.95px)': { '& > .MuiButton-root:first-of-type': { flex: 1 } },
} as const;
