import { Alert, Box, DialogContent, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { formatCents, formatMoney } from '#domain/shared/money.ts';
import type { InvoicedMembership } from '#domain/invoices/contract.ts';
import { drawerMethod, type RefundDestination } from '#domain/invoices/paymentMethods.ts';
import { cardRefusalTexts } from '#domain/invoices/refunds.ts';
import { NoDrawerNotice } from '#src/resources/drawers/NoDrawerNotice.tsx';
import { useIsDrawerKnown } from '#src/resources/drawers/useTillDrawer.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { PaymentActions } from '../payments/PaymentForm.tsx';
import { AmountField, LineQuantities, MembershipChoice, Restock } from './RefundFields.tsx';
import { RefundOutcome } from './RefundOutcome.tsx';
import { useRefund, type Refunding } from './useRefund.ts';

export const RefundDialog = ({ invoice: current, onClose }: { invoice: InvoiceRecord; onClose: () => void }) => {
  const refunding = useRefund(current, onClose);
  const { invoice, plan, isBusy, error, submit } = refunding;
  const memberships = paidMemberships(invoice, refunding);
  // Its notice would move what follows under somebody's hand.
  const isDrawerKnown = useIsDrawerKnown(invoice.locationId);
  const label = plan ? `Refund ${formatCents(plan.cents, invoice.currency)}` : 'Refund';
  return (
    <TitledDialog title={`Refund Invoice #${shortInvoiceId(invoice.id)}`} onClose={() => !isBusy && onClose()}>
      <DialogContent>
        {isDrawerKnown ? (
          <Box
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            sx={{ display: 'grid', gap: 2 }}
          >
            <Draft
              of={`refund of ${invoice.id}`}
              isDirty={refunding.isDirty}
              read={() => refunding.entry}
              onRestore={refunding.change}
            />
            {invoice.disputedAt && (
              <Alert severity="warning">
                The cardholder disputes a payment of this invoice.{' '}
                {invoice.disputed
                  ? `The bank has taken back ${formatMoney(invoice.disputed, invoice.currency)}, which is not refunded again.`
                  : 'Unless the dispute is won, the bank gives them that money, and a refund pays it a second time.'}
              </Alert>
            )}
            <What refunding={refunding} />
            {refunding.left.card > 0 && <Where refunding={refunding} />}
            {refunding.left.cardRefusal && (
              <Typography variant="body2" color="textSecondary">
                {cardRefusalTexts[refunding.left.cardRefusal]}
              </Typography>
            )}
            <Restock refunding={refunding} />
            <MembershipChoice refunding={refunding} memberships={memberships} />
            <Reason refunding={refunding} />
            {refunding.destination === drawerMethod && invoice.locationId && (
              <NoDrawerNotice locationId={invoice.locationId} what="refund" />
            )}
            {plan ? (
              <RefundOutcome invoice={invoice} memberships={memberships} plan={plan} refunding={refunding} />
            ) : (
              refunding.refusal && <Alert severity="warning">{refunding.refusal}</Alert>
            )}
            <PaymentActions label={label} error={error} isBusy={isBusy} isBlocked={!plan} onCancel={onClose} />
          </Box>
        ) : (
          <SkeletonBlock lines={8} />
        )}
      </DialogContent>
    </TitledDialog>
  );
};

/** The memberships of the chosen lines, or all that the invoice paid for. */
function paidMemberships({ membership, memberships }: InvoiceRecord, { by, plan }: Refunding): InvoicedMembership[] {
  const all = memberships ?? (membership ? [membership] : []);
  if (by === 'amount' || all.length < 2) return all;
  return all.filter(({ line }) => plan?.lines.some(({ position }) => position === line));
}

const What = ({ refunding }: { refunding: Refunding }) => (
  <Box sx={{ display: 'grid', gap: 1.5 }}>
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      aria-label="What is refunded"
      value={refunding.by}
      onChange={(_event, next: Refunding['by'] | null) => next && refunding.change({ by: next })}
    >
      <ToggleButton value="amount">Amount</ToggleButton>
      <ToggleButton value="lines">Items</ToggleButton>
    </ToggleButtonGroup>
    {refunding.by === 'amount' ? <AmountField refunding={refunding} /> : <LineQuantities refunding={refunding} />}
  </Box>
);

const Where = ({ refunding }: { refunding: Refunding }) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    color="primary"
    aria-label="Where the money goes"
    value={refunding.destination}
    onChange={(_event, next: RefundDestination | null) => next && refunding.change({ destination: next })}
  >
    <ToggleButton value="card">To the card</ToggleButton>
    <ToggleButton value="cash">In cash</ToggleButton>
  </ToggleButtonGroup>
);

const Reason = ({ refunding: { reason, isReasonMissing, change } }: { refunding: Refunding }) => (
  <TextField
    label="Reason"
    value={reason}
    onChange={(event) => change({ reason: event.target.value })}
    required
    multiline
    error={isReasonMissing}
    helperText={isReasonMissing ? 'Reason is required' : undefined}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
