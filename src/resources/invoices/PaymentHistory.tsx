import { Box, Link, Typography } from '@mui/material';
import type { Payment } from '#domain/invoices/contract.ts';
import { cardMethod, drawerMethod, paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { paymentSeverity, paymentStatusLabel } from '#src/ui/statuses.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { destinationText, isFailedRefund, isRefund } from './refunding/toRefundable.ts';

interface PaymentHistoryProps {
  invoice: InvoiceRecord;
  onPrintReceipt: (refund: Payment) => void;
}

export const PaymentHistory = ({ invoice, onPrintReceipt }: PaymentHistoryProps) => (
  <Section title="Payment History" isFlush>
    <StaticTable label="Payment History" columns={paymentColumns(invoice, onPrintReceipt)} rows={invoice.payments} />
  </Section>
);

const paymentColumns = (
  { currency, refunds }: InvoiceRecord,
  onPrintReceipt: (refund: Payment) => void,
): readonly Column<Payment>[] => [
  {
    label: 'Date',
    cell: ({ postedAt, createdAt }) => <DateField value={postedAt ?? createdAt} format={dateTimeText} />,
  },
  {
    label: 'Method',
    inCard: 'second',
    cell: (payment) => (
      <Method
        payment={payment}
        reason={refunds?.find(({ id }) => id === payment.refundId)?.reason}
        onPrintReceipt={onPrintReceipt}
      />
    ),
  },
  { label: 'Status', inCard: 'end', cell: (payment) => <PaymentBadge payment={payment} /> },
  {
    label: 'Amount',
    align: 'right',
    inCard: 'end',
    cell: ({ amount }) => <MoneyField amount={amount} currency={currency} />,
  },
];

const PaymentBadge = ({ payment }: { payment: Payment }) => (
  <StatusBadge
    severity={isFailedRefund(payment) ? 'error' : paymentSeverity(payment.status)}
    label={paymentLabel(payment)}
  />
);

export const paymentLabel = (payment: Payment): string =>
  isFailedRefund(payment) ? 'Returned' : paymentStatusLabel(payment.status);

interface MethodProps extends Pick<PaymentHistoryProps, 'onPrintReceipt'> {
  payment: Payment;
  reason: string | undefined;
}

const Method = ({ payment, reason, onPrintReceipt }: MethodProps) => (
  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    {paymentText(payment)}
    {isFailedRefund(payment) && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        The bank did not take the money. Refund it in another way.
      </Typography>
    )}
    {payment.surplus !== undefined && payment.surplus > 0 && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {formatMoney(payment.surplus)} more went back at Stripe than was left to refund.
      </Typography>
    )}
    {payment.failureMessage && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {payment.failureMessage}
      </Typography>
    )}
    {reason && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {reason}
      </Typography>
    )}
    {isRefund(payment) && (
      <Link
        component="button"
        type="button"
        variant="body2"
        onClick={() => onPrintReceipt(payment)}
        sx={{ display: 'block', py: 1.5, mb: -1.5 }}
      >
        Print receipt
      </Link>
    )}
  </Box>
);

/** 'Check 1042', 'Cash', 'Refund in cash' or 'Failed refund to card'. */
export function paymentText(payment: Payment): string {
  const { method, otherMethod, reference, tendered, change = 0 } = payment;
  if (isFailedRefund(payment)) return 'Failed refund to card';
  if (isRefund(payment)) return destinationText(method === cardMethod ? cardMethod : drawerMethod);
  const cash =
    tendered === undefined ? undefined : `(tendered ${formatMoney(tendered)}, change ${formatMoney(change)})`;
  return [otherMethod ?? paymentMethodRules[method].label, reference, cash].filter(Boolean).join(' ');
}
