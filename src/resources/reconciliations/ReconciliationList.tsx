import type { ListedReconciliation } from '#domain/reconciliations/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { reportPeriodText } from '#domain/reports/reportPeriods.ts';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import { dateTimeWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField, NameAndDescription } from '#src/ui/fields.tsx';
import { paths } from '#src/paths.ts';
import { ReconcileNow } from './ReconcileNow.tsx';
import { pollWhileRunning, ReconciliationBadge } from './ReconciliationBadge.tsx';

export const ReconciliationList = () => (
  <RequireLocation feature="reconciliations" prompt="Select a location to view the reconciliation of its company">
    <ListPage<ListedReconciliation>
      columns={columns}
      resource="reconciliations"
      title="Reconciliation"
      subtitle="Compares the ledger, the cash and Stripe every night, for the day before"
      back={{ to: paths.reports, label: 'Back to Reports' }}
      refetchInterval={pollWhileRunning}
      noun="reconciliations"
      errorText="Couldn’t load reconciliations"
      actions={<ReconcileNow />}
    >
      <RecordTable<ListedReconciliation>
        label="Reconciliations"
        columns={columns}
        rowTo={({ id }) => paths.reconciliations.show(id)}
        empty={empty}
      />
    </ListPage>
  </RequireLocation>
);

const columns: readonly Column<ListedReconciliation>[] = [
  { label: 'Days', share: 1.8, cell: (row) => <NameAndDescription name={reportPeriodText(row)} /> },
  {
    label: 'Started',
    share: 1.5,
    minWidth: dateTimeWidth,
    inCard: 'bare',
    cell: ({ at }) => <DateField value={at} format={dateTimeText} />,
  },
  { label: 'Started By', share: 1.2, from: 880, inCard: 'none', cell: ({ startedBy }) => startedBy ?? 'Every night' },
  {
    label: 'Result',
    share: 1.4,
    inCard: 'end',
    cell: (row) => <ReconciliationBadge reconciliation={row} />,
    skeleton: 'badge',
  },
  {
    label: 'Matched',
    align: 'right',
    inCard: 'none',
    cell: ({ status, matched }) => (status === 'completed' ? matched.toLocaleString('en-US') : '—'),
  },
];

const empty = {
  title: 'No reconciliation yet',
  searching: 'There is no reconciliation on this page.',
  otherwise: 'The first one runs tonight. A company admin can start one now.',
  action: <ReconcileNow label="Start the first one" variant="outlined" />,
};
