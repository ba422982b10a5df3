import Download from '@mui/icons-material/Download';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { CompanyExport } from '#domain/company-export/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { exportActions } from '#src/dataProvider/company-export.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';

export const ExportPage = () => (
  <RequireLocation feature="settings" prompt="Select a location to export its company">
    <ExportCompany />
  </RequireLocation>
);

const isBeingMade = (made: CompanyExport | null | undefined) =>
  made?.status === 'waiting' || made?.status === 'running';

const pollMs = 2_000;
/** The link works for 15 minutes, and each response has a new one. */
const newLinkMs = 10 * 60_000;

const ExportCompany = () => {
  const { company } = useSelectedLocation();
  const mayExport = mayInCompany(company.id, 'companies:export');
  const query = useQuery({
    queryKey: ['settings', 'export', company.id],
    queryFn: ({ signal }) => exportActions.latest(company.id, signal),
    enabled: mayExport,
    refetchInterval: ({ state }) => (isBeingMade(state.data?.export) ? pollMs : newLinkMs),
  });
  if (!mayExport)
    return (
      <EmptyState
        icon={<LockOutlined />}
        title="The export is for company admins"
        text="Ask a company admin to export the company’s data."
      />
    );
  return (
    <>
      <PageHeader
        title="Export"
        subtitle={`Everything that ${company.name} has in Spotter, as one archive`}
        back={{ to: paths.settings.home, label: 'Back to Settings' }}
      />
      <Section
        title="Archive"
        text="Every table as CSV and JSON, every photo, document and signature, and the activity log. Passwords and keys are not in it."
        isBeside
      >
        <QueryState query={query} fallback="Couldn’t load the export">
          {({ export: made }) => (
            <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
              {made?.status === 'ready' && <Ready made={made} />}
              {made?.status === 'failed' && (
                <Alert severity="error">The export failed. Try again, or ask whoever runs the server.</Alert>
              )}
              {isBeingMade(made) ? <Progress percent={made?.progress ?? 0} /> : <StartButton isAgain={made !== null} />}
            </Box>
          )}
        </QueryState>
      </Section>
    </>
  );
};

const Progress = ({ percent }: { percent: number }) => (
  <Box sx={{ width: '100%', maxWidth: 420 }}>
    <Typography sx={{ mb: 1 }}>{`The archive is being made: ${percent} %. You can leave this page.`}</Typography>
    <LinearProgress aria-label="Export" variant="determinate" value={percent} />
  </Box>
);

const megabytes = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

const Ready = ({ made: { requestedAt, requestedBy, expiresAt, size, url } }: { made: CompanyExport }) => {
  const { timezone } = useSelectedLocation();
  const until = expiresAt ? ` It can be downloaded until ${dateTimeText(expiresAt, timezone)}.` : '';
  return (
    <>
      <Typography>{`Asked for by ${requestedBy} on ${dateTimeText(requestedAt, timezone)}.${until}`}</Typography>
      <Button component="a" href={url} download variant="contained" startIcon={<Download />}>
        {`Download (${megabytes.format(Math.max(0.1, (size ?? 0) / 1e6))})`}
      </Button>
    </>
  );
};

const StartButton = ({ isAgain }: { isAgain: boolean }) => {
  const { company } = useSelectedLocation();
  const notify = useNotify();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => exportActions.start(company.id),
    onError: (error) => notify(messageFrom(error, 'Failed to start the export'), { type: 'error' }),
  });
  return (
    <Button variant={isAgain ? 'outlined' : 'contained'} loading={isPending} onClick={() => mutate()}>
      {isAgain ? 'Export again' : 'Export everything'}
    </Button>
  );
};
