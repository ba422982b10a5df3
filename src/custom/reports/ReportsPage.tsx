import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Box, Button, LinearProgress, Tab, Tabs, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { reportKinds, reportLayouts, type ReportKind } from '#domain/reports/reportLayouts.ts';
import { periodLabels, reportPeriodText } from '#domain/reports/reportPeriods.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { rememberList } from '#src/ui/lists/listMemory.ts';
import { SaveCsvButton } from '#src/ui/lists/SaveCsvButton.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import {
  locationsAllowing,
  useAccess,
  useLocationScope,
  useSelectedLocation,
} from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useTimeout } from '#src/ui/time.ts';
import { reportActions } from '#src/dataProvider/reports.ts';
import { paths } from '#src/paths.ts';
import { AccountingExport } from './AccountingExport.tsx';
import { useReportState } from './reportState.ts';
import { ReportToolbar } from './ReportToolbar.tsx';
import { ReportPlace, ReportView } from './ReportView.tsx';

export const ReportsPage = () => (
  <RequireLocation feature="reports" prompt="Select a location to view Reports">
    <Reports />
  </RequireLocation>
);

const Reports = () => {
  const { state, change, addressOfTab, today } = useReportState();
  const { kind, name: periodName, params, period, isEverywhere } = state;
  const hasJustBegun = ['week', 'month', 'quarter', 'year'].includes(periodName) && period.from === today;
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);
  const isPhone = useIsPhone();
  const { id: locationId, companyId, name } = useSelectedLocation();
  const zones = new Set(locationsAllowing(useLocationScope().locations, 'reports').map(({ timezone }) => timezone));
  const everywhere = zones.size > 1 ? 'All locations, each by its own calendar' : 'All locations';
  const place = isEverywhere ? everywhere : name;
  const days = reportPeriodText(period);
  const query = useQuery({
    queryKey: ['reports', kind, params],
    queryFn: ({ signal }) => reportActions.report(kind, params, signal),
    // Another period of the same report keeps the old figures until the new ones arrive; another report starts empty.
    placeholderData: (before, earlier) => (earlier?.queryKey[1] === kind ? keepPreviousData(before) : undefined),
  });
  return (
    <>
      <PageHeader
        title="Reports"
        isOneLine
        subtitle={
          <>
            {place}{' '}
            <Box component="span" sx={{ display: 'inline-block' }}>
              · {days}
            </Box>
          </>
        }
        actions={
          <>
            <AccountingExport
              params={{ ...(isEverywhere ? { companyId } : { locationId }), ...period }}
              about={`${place} · ${days}`}
              mayName={mayInCompany(companyId, 'settings:write')}
            />
            <SaveCsvButton
              read={(signal) => reportActions.reportCsv(kind, params, signal)}
              fileName={`${kind}-${params.from}-${params.to}.csv`}
              failed="Failed to export the report"
            />
            <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      {!isPhone && <Books />}
      <Tabs value={kind} aria-label="Reports" variant="scrollable" scrollButtons={false} sx={tabs}>
        {reportKinds.map((one) => (
          <Tab
            key={one}
            value={one}
            label={reportLayouts[one].title}
            component={Link}
            to={addressOfTab(one)}
            replace
            id={`report-tab-${one}`}
            aria-controls="report"
          />
        ))}
      </Tabs>
      <ReportToolbar state={state} change={change} today={today} />
      <Box
        role="tabpanel"
        id="report"
        aria-labelledby={`report-tab-${kind}`}
        aria-busy={query.isFetching}
        sx={{ position: 'relative' }}
      >
        {query.isPlaceholderData && <ReportProgress key={JSON.stringify(params)} />}
        <QueryState
          query={query}
          fallback="Couldn’t load the report"
          errorText={(message) => `Couldn’t load report: ${message}`}
          loading={<LoadingReport key={kind} kind={kind} />}
        >
          {(report) => (
            <ReportView
              kind={kind}
              report={report}
              locationId={params.locationId}
              nothing={
                <NothingYet
                  began={hasJustBegun ? periodLabels[periodName] : undefined}
                  onLastMonth={() => change({ period: 'last_month' })}
                />
              }
            />
          )}
        </QueryState>
      </Box>
      {isPhone && !query.isPending && <Books />}
    </>
  );
};

/** On the first day of a period, when it is usually empty, the last month is one press away. */
const NothingYet = ({ began, onLastMonth }: { began: string | undefined; onLastMonth: () => void }) => (
  <EmptyState
    heading="h2"
    title="Nothing in this period"
    text={began ? `${began} began today.` : 'Choose another period to see figures.'}
  >
    {began && (
      <Button variant="outlined" onClick={onLastMonth}>
        Show last month
      </Button>
    )}
  </EmptyState>
);

/** What the figures rest on, for those who may see it. */
const Books = () => {
  const { may } = useAccess();
  const books = [
    { label: 'Ledger', to: paths.ledger, isShown: true },
    { label: 'Cash drawers', to: paths.drawers.list, isShown: may('drawers:manage') },
    { label: 'Reconciliation', to: paths.reconciliations.list, isShown: may('reconciliations:read') },
    { label: 'Activity log', to: paths.settings.activity, isShown: may('activity:read') },
  ];
  return (
    <Box
      component="nav"
      aria-label="Books"
      sx={{ display: 'flex', displayPrint: 'none', flexWrap: 'wrap', columnGap: 1, mx: -0.75, mb: 1 }}
    >
      {books.map(
        ({ label, to, isShown }) =>
          isShown && (
            <Button key={to} component={Link} to={to} size="small" sx={{ minWidth: 0 }}>
              {label}
            </Button>
          ),
      )}
    </Box>
  );
};

const LoadingReport = ({ kind }: { kind: ReportKind }) => (
  <>
    <ReportProgress />
    <ReportPlace kind={kind} />
  </>
);

/** Says that a report is loading and, after a second, that the user need not wait. Leaving the page or the tab cancels the request. */
const ReportProgress = () => {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), longMs);
  return (
    <Box role="status" sx={{ mb: isLong ? 2 : 0 }}>
      <LinearProgress aria-label="Loading report" sx={{ position: 'absolute', insetInline: 0, top: -8 }} />
      {isLong && (
        <Typography variant="body2" color="textSecondary">
          Adding up many rows… A shorter period or one location is faster. You may leave this page.
        </Typography>
      )}
    </Box>
  );
};

const longMs = 1_000;

const tabs = { mb: { xs: 1.5, sm: 2 }, borderBottom: 1, borderColor: 'divider' } as const;
