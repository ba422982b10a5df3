import { Alert, Box } from '@mui/material';
import type { ImportedRow, ImportSummary } from '#domain/contact-import/contract.ts';
import { formatMoney, sum } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { Section } from '#src/ui/Section.tsx';
import type { CheckedRows } from './checkedRows.ts';
import { RowPerson } from './ImportParts.tsx';

const shownRows = 100;

export const ImportOutcome = ({ rows: { ready, summary } }: { rows: CheckedRows }) => {
  if (!summary) return null;
  const rows = ready.slice(0, shownRows).flatMap(({ row, contact, becomes }) => {
    const person = { id: row.number, name: fullName(contact), email: contact.email };
    return becomes ? [{ ...becomes, ...person }] : [];
  });
  return (
    <>
      {summary.renewalsOnHold > 0 && (
        <Alert severity="info">
          {`Nobody is charged yet. ${pluralize(summary.renewalsOnHold, 'membership')} will wait until a company admin activates renewals on the dashboard.`}
        </Alert>
      )}
      <Section
        title="Import Summary"
        text={[summaryText(summary), ready.length > rows.length && `The first ${rows.length} rows:`]
          .filter(Boolean)
          .join(' ')}
        isFlush
      >
        <StaticTable label="Import Summary" columns={columns} rows={rows} />
      </Section>
    </>
  );
};

/** '4,100 active, 12 pending and 3 expired memberships. 31 open invoices, $812.50 in total. 90 Stripe customers.' */
function summaryText({ memberships, invoices, balance, stripeCustomers }: ImportSummary): string {
  const kinds = Object.entries(memberships).flatMap(([status, count]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${status}`] : [],
  );
  const total = sum(Object.values(memberships));
  return [
    kinds.length > 0 && `${new Intl.ListFormat('en-US').format(kinds)} ${total === 1 ? 'membership' : 'memberships'}.`,
    invoices > 0 && `${pluralize(invoices, 'open invoice')} for balances owed, ${formatMoney(balance)} in total.`,
    stripeCustomers > 0 &&
      `${pluralize(stripeCustomers, 'Stripe customer')}; each card is looked up at Stripe when it is first charged.`,
  ]
    .filter(Boolean)
    .join(' ');
}

type OutcomeRow = ImportedRow & { id: number; name: string; email: string };

const columns: readonly Column<OutcomeRow>[] = [
  { label: 'Name', cell: ({ name, email }) => <RowPerson name={name} email={email} /> },
  { label: 'Becomes', cell: ({ becomes }) => labels[becomes] },
  { label: 'Plan', cell: ({ membership }) => membership?.plan ?? '—' },
  { label: 'Billed From', cell: ({ membership }) => (membership ? <DateField value={membership.startDate} /> : '—') },
  {
    label: 'Paid Through',
    cell: ({ membership }) => (membership?.endDate ? <DateField value={membership.endDate} /> : '—'),
  },
  {
    label: 'Renewal',
    cell: ({ membership }) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {membership?.renewal
          ? `${formatMoney(membership.price)} ${membership.renewal === 'card' ? 'by card' : 'manually'}`
          : '—'}
      </Box>
    ),
  },
  { label: 'Balance Owed', align: 'right', cell: ({ balance }) => (balance > 0 ? formatMoney(balance) : '—') },
];

const labels: Record<ImportedRow['becomes'], string> = {
  contact: 'Contact only',
  active: 'Active member',
  pending: 'Pending member',
  suspended: 'Suspended member',
  expired: 'Expired member',
  existing: 'Already a contact',
  repeated: 'Repeated',
  invalid: 'Not valid',
};
