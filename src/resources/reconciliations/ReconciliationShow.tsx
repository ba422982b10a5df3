import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import OpenInNew from '@mui/icons-material/OpenInNew';
import { Alert, Box, LinearProgress, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { Reconciliation, ReconciliationDiscrepancy } from '#domain/reconciliations/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { reportPeriodText } from '#domain/reports/reportPeriods.ts';
import { discrepancyLabels, stripeDashboardUrl } from '#domain/reconciliations/reconciliation.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { ReconcileNow } from './ReconcileNow.tsx';
import { pollWhileRunning, ReconciliationBadge } from './ReconciliationBadge.tsx';

export const ReconciliationShow = () => (
  <RequireLocation feature="reconciliations" prompt="Select a location to view the reconciliation of its company">
    <ShowPage<Reconciliation>
      resource="reconciliations"
      refetchInterval={(reconciliation) => pollWhileRunning([reconciliation])}
      fallback="Couldn’t load the reconciliation"
      notFound={
        <EmptyState
          heading="h2"
          title="Reconciliation not found"
          text="It may belong to another company, or the address may be incomplete."
        />
      }
      renderHeader={(reconciliation) => (
        <PageHeader
          title="Reconciliation"
          subtitle={reconciliation ? reportPeriodText(reconciliation) : <>&nbsp;</>}
          back={{ to: paths.reconciliations.list, label: 'Back to Reconciliation' }}
          mark={reconciliation && <ReconciliationBadge reconciliation={reconciliation} />}
          actions={<ReconcileNow />}
        />
      )}
    >
      {(reconciliation) => <Result reconciliation={reconciliation} />}
    </ShowPage>
  </RequireLocation>
);

const Result = ({ reconciliation }: { reconciliation: Reconciliation }) => {
  const { status, hasStripe, differenceCount } = reconciliation;
  if (status === 'running') return <Running />;
  if (status === 'failed')
    return (
      <Box sx={stacked}>
        <Failed reconciliation={reconciliation} />
        {differenceCount > 0 && <Discrepancies reconciliation={reconciliation} />}
      </Box>
    );
  return (
    <Box sx={stacked}>
      {!hasStripe && (
        <Alert severity="info" role="note">
          This company has no Stripe account in Spotter. Only the ledger and the cash were compared.
        </Alert>
      )}
      <Summary reconciliation={reconciliation} />
      <Discrepancies reconciliation={reconciliation} />
    </Box>
  );
};

const stacked = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 } as const;

const Discrepancies = ({ reconciliation }: { reconciliation: Reconciliation }) => {
  const { hasStripe, isTestMode, differences, differenceCount } = reconciliation;
  const rows = differences.map((difference, id) => ({ ...difference, id }));
  return (
    <Section title="Discrepancies" isFlush text={differenceCount > 0 ? discrepanciesNote(reconciliation) : undefined}>
      {rows.length > 0 ? (
        <StaticTable label="Discrepancies" columns={columnsFor(isTestMode)} rows={rows} />
      ) : (
        <EmptyState
          heading="h2"
          icon={<CheckCircleOutlined />}
          title="Everything matches"
          text={`The ledger agrees with every invoice, payment and cash drawer${hasStripe ? ', and with Stripe' : ''}.`}
        />
      )}
    </Section>
  );
};

const Running = () => (
  <Section title="Comparing…" text="This page shows the result when it is ready. You can leave it until then.">
    <LinearProgress aria-label="Comparing" />
  </Section>
);

const Failed = ({ reconciliation: { failure, tryAgainAt } }: { reconciliation: Reconciliation }) => (
  <Alert severity="error">
    {failure}.{' '}
    {tryAgainAt ? (
      <>
        It is tried again at <DateField value={tryAgainAt} format={dateTimeText} />.
      </>
    ) : (
      'Start another one when this is settled.'
    )}
  </Alert>
);

const Summary = ({ reconciliation }: { reconciliation: Reconciliation }) => {
  const { at, startedBy, matched, hasStripe, fees, payouts } = reconciliation;
  return (
    <Section title="Summary">
      <DescriptionList
        columns={3}
        items={[
          { label: 'Matched with Stripe', value: pluralize(matched, 'payment or refund', 'payments and refunds') },
          ...(hasStripe
            ? [
                { label: 'Stripe’s Fees', value: <MoneyField amount={fees} /> },
                { label: 'Paid Out by Stripe', value: <MoneyField amount={payouts} /> },
              ]
            : []),
          { label: 'Started', value: <DateField value={at} format={dateTimeText} /> },
          { label: 'Started By', value: startedBy ?? 'Every night' },
        ]}
      />
    </Section>
  );
};

const discrepanciesNote = ({ status, differences, differenceCount }: Reconciliation): string =>
  `${status === 'failed' ? 'Only the ledger and the cash were compared. ' : ''}Amounts are what Spotter has minus what Stripe or the ledger has. Money paid back is negative.${differences.length < differenceCount ? ` The first ${differences.length.toLocaleString('en-US')} are shown.` : ''}`;

type Row = ReconciliationDiscrepancy & { id: number };

const columnsFor = (isTestMode: boolean): readonly Column<Row>[] => [
  {
    label: 'Discrepancy',
    cell: ({ kind, detail }) => <NameInCard name={discrepancyLabels[kind]} line={detail} cardLine={detail} />,
  },
  {
    label: 'In Spotter',
    width: 130,
    inCard: 'bare',
    cell: ({ invoiceId, drawerId }) => {
      if (invoiceId) return <RecordLink to={paths.invoices.show(invoiceId)}>View invoice</RecordLink>;
      return drawerId ? (
        <RecordLink to={paths.drawers.show(drawerId)}>View drawer</RecordLink>
      ) : (
        <span className="nothing">—</span>
      );
    },
  },
  {
    label: 'In Stripe',
    width: 150,
    inCard: 'bare',
    cell: ({ stripeId }) =>
      stripeId ? <StripeLink stripeId={stripeId} isTestMode={isTestMode} /> : <span className="nothing">—</span>,
  },
  { label: 'Amount', width: 120, align: 'right', inCard: 'end', cell: ({ amount }) => <MoneyField amount={amount} /> },
];

const RecordLink = (props: { to: string; children: string }) => <Link component={RouterLink} {...props} />;

const StripeLink = ({ stripeId, isTestMode }: { stripeId: string; isTestMode: boolean }) => (
  <Link
    href={stripeDashboardUrl(stripeId, isTestMode)}
    target="_blank"
    rel="noreferrer"
    title={stripeId}
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
  >
    Open Stripe
    <OpenInNew fontSize="inherit" titleAccess="in a new tab" />
  </Link>
);
