import { Box, LinearProgress, Paper, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ledgerAccounts, postingKinds } from '#domain/ledger/accounts.ts';
import type { LedgerPage as Page } from '#domain/ledger/contract.ts';
import { entriesAmount } from '#domain/ledger/figures.ts';
import { openPeriodText } from '#domain/ledger/text.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { ledgerActions, type LedgerParams } from '#src/dataProvider/ledger.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { PageButtons } from '#src/ui/lists/Pagination.tsx';
import { SaveCsvButton } from '#src/ui/lists/SaveCsvButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useLedgerState } from './ledgerState.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { LedgerToolbar } from './LedgerToolbar.tsx';

export const LedgerPage = () => (
  <RequireLocation feature="reports" prompt="Select a location to view its ledger">
    <Ledger />
  </RequireLocation>
);

const Ledger = () => {
  const state = useLedgerState();
  const { params, from, to, change } = state;
  const { locations } = useLocationScope();
  const query = useQuery({
    queryKey: ['ledger', params],
    queryFn: ({ signal }) => ledgerActions.page(params, signal),
    placeholderData: keepPreviousData,
  });
  const { page: _page, ...filter } = params;
  const isFiltered = Object.keys(filter).some((name) => name !== 'locationId');
  return (
    <>
      <PageHeader
        title="Ledger"
        isOneLine
        subtitle={`${params.locationId ? (locations.find(({ id }) => id === params.locationId)?.name ?? 'Another location') : 'All locations'} · ${openPeriodText({ from, to })}`}
        back={{ to: paths.reports, label: 'Back to Reports' }}
        actions={
          <SaveCsvButton
            read={(signal) => ledgerActions.csv(filter, signal)}
            fileName={`ledger-${[from, to].filter(Boolean).join('-') || 'all'}.csv`}
            failed="Failed to export the ledger"
            disabled={!query.data?.pagination.total}
          />
        }
      />
      <Paper variant="outlined" sx={{ overflow: 'hidden', position: 'relative' }} aria-busy={query.isFetching}>
        {query.isFetching && (
          <LinearProgress aria-label="Loading postings" sx={{ position: 'absolute', insetInline: 0, top: 0 }} />
        )}
        <LedgerToolbar state={state} page={query.data}>
          {query.data && <Sum params={params} page={query.data} />}
        </LedgerToolbar>
        <QueryState
          query={query}
          fallback="Couldn’t load the ledger"
          loading={<SkeletonBlock />}
          isEmpty={({ pagination }) => pagination.total === 0}
          empty={
            <EmptyState
              heading="h2"
              title={isFiltered ? 'No postings' : 'No postings yet'}
              text={
                isFiltered
                  ? 'Nothing that is booked matches your filters. Choose another period, or remove a filter.'
                  : 'Sales, payments, refunds and cash drawers are posted here as they happen.'
              }
            />
          }
        >
          {(page) => (
            <>
              <LedgerTable {...page} isEverywhere={!params.locationId} />
              <PageButtons
                page={page.pagination.page}
                perPage={page.pagination.limit}
                total={page.pagination.total}
                noun="postings"
                onPage={(number) => change({ page: String(number) })}
              />
            </>
          )}
        </QueryState>
      </Paper>
    </>
  );
};

/** The figure that led here. Of all accounts there is none, since both sides are equal. */
const Sum = ({ params: { account, kind }, page }: { params: LedgerParams; page: Page }) => {
  const amount = entriesAmount({ account: pick(ledgerAccounts, account), kind: pick(postingKinds, kind) }, page.totals);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        columnGap: 1,
        px: 1,
        whiteSpace: 'nowrap',
        order: { sm: 1 },
        ml: { sm: 'auto' },
      }}
    >
      {amount !== undefined && (
        <Typography variant="h3" component="p" className="tabular">
          {formatMoney(amount)}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {pluralize(page.pagination.total, 'posting')}
      </Typography>
    </Box>
  );
};

const pick = <Name extends string>(names: readonly Name[], text = ''): Name[] =>
  names.filter((name) => text.split(',').includes(name));
