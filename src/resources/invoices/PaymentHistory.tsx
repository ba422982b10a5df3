import type { Payment } from '#domain/contract/invoices.ts';
import { dateTimeText } from '#domain/rules/dateText.ts';
import { paymentStatusLabel, paymentSeverity } from '#domain/rules/paymentStatus.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { DateField, MoneyField } from '#src/custom/ui/fields.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paymentMethodLabel } from './paymentMethodLabel.ts';

/** What was paid, tried and given back. */
export const PaymentHistory = ({ invoice: { payments, currency } }: { invoice: InvoiceRecord }) => (
  <Section title="Payment History" isFlush>
    <StaticTable label="Payment History" columns={columns(currency)} rows={payments} />
  </Section>
);

const columns = (currency: string): readonly Column<Payment>[] => [
  { label: 'Date', cell: ({ createdAt }) => <DateField value={createdAt} format={dateTimeText} /> },
  { label: 'Method', cell: ({ method }) => paymentMethodLabel(method) },
  { label: 'Status', cell: ({ status }) => <StatusBadge severity={paymentSeverity(status)} label={paymentStatusLabel(status)} /> },
  { label: 'Amount', align: 'right', cell: ({ amount }) => <MoneyField amount={amount} currency={currency} /> },
];
