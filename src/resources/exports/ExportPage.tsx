import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { Alert, Box, Button, LinearProgress, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { CompanyExport } from '#domain/exports/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { mayInCompany } from '#src/authProvider/session.ts';
import { exportActions } from '#src/dataProvider/exports.ts';
import { createIdempotencyKey, messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { DateField } from '#src/ui/fields.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';

export const ExportPage = () => (
  <RequireLocation feature="settings" prompt="Select a location to export its company">
    <Exports />
  </RequireLocation>
);

const pollMs = 2_000;
const isOpen = ({ status }: CompanyExport) => status === 'waiting' || status === 'running';

const Exports = () => {
  const { company } = useSelectedLocation();
  const mayExport = mayInCompany(company.id, 'companies:export');
  const notify = useNotify();
  const query = useQuery({
    queryKey: ['exports', company.id],
    queryFn: ({ signal }) => exportActions.list(company.id, signal),
    enabled: mayExport,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  });
  const { mutate: start, isPending } = useSingleMutation({
    mutationFn: () => exportActions.start(company.id, createIdempotencyKey()),
    onError: (error) => notify(messageFrom(error, 'Failed to start the export'), { type: 'error' }),
  });
  if (!mayExport) return <AdminsOnly />;
  const isUnderWay = query.data?.some(isOpen) ?? false;
  return (
    <>
      <PageHeader
        title="Export"
        subtitle={`Everything that ${company.name} has in Spotter, in one archive`}
        back={{ to: paths.settings.home, label: 'Back to Settings' }}
        actions={
          <Button
            variant="contained"
            startIcon={<FolderZipOutlined />}
            loading={isPending}
            loadingPosition="start"
            disabled={isUnderWay || !query.data}
            onClick={() => start()}
          >
            Start Export
          </Button>
        }
      />
      <Alert severity="info" role="note" sx={{ mb: 2 }}>
        Every table as CSV and JSON, every photo, agreement and signature, and the activity log. Without passwords, keys
        and secrets. An archive can be downloaded for 24 hours; keep it as safe as your own records.
      </Alert>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryState
          query={query}
          fallback="Couldn’t load exports"
          loading={<SkeletonBlock />}
          isEmpty={(exports) => exports.length === 0}
          empty={<NoExports />}
        >
          {(exports) => <StaticTable<CompanyExport> label="Exports" rows={exports} columns={columns} />}
        </QueryState>
      </Paper>
    </>
  );
};

const State = ({ status, progress, url }: CompanyExport) => {
  if (status === 'waiting' || status === 'running')
    return (
      <Box sx={{ minWidth: 120 }}>
        <LinearProgress variant="determinate" value={progress} aria-label="Export progress" sx={{ mb: 0.5 }} />
        <Typography variant="body2" color="textSecondary">
          {status === 'waiting' ? 'Starts in a moment' : `${progress}%`}
        </Typography>
      </Box>
    );
  if (status === 'failed') return <StatusBadge severity="error" label="Failed" />;
  return url ? <StatusBadge severity="success" label="Ready" /> : <StatusBadge severity="neutral" label="Removed" />;
};

const megabyte = 1_000_000;
const sizeText = (bytes: number) => `${(bytes / megabyte).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

const Download = ({ url, size = 0 }: CompanyExport) =>
  url ? (
    <Button component="a" href={url} download size="small" startIcon={<DownloadOutlined />}>
      Download{size > 0 && ` (${sizeText(size)})`}
    </Button>
  ) : (
    '—'
  );

const columns: readonly Column<CompanyExport>[] = [
  { label: 'Started', cell: ({ createdAt }) => <DateField value={createdAt} format={dateTimeText} /> },
  { label: 'Started By', cell: ({ askedBy }) => askedBy },
  { label: 'State', cell: (row) => <State {...row} /> },
  {
    label: 'Until',
    cell: ({ url, expiresAt }) => (url && expiresAt ? <DateField value={expiresAt} format={dateTimeText} /> : '—'),
  },
  { label: 'Archive', align: 'right', inCard: 'bare', cell: (row) => <Download {...row} /> },
];

const NoExports = () => (
  <EmptyState
    heading="h2"
    icon={<FolderZipOutlined />}
    title="No export yet"
    text="What your company has in Spotter belongs to it. Start an export to take all of it along."
  />
);

const AdminsOnly = () => (
  <EmptyState
    icon={<LockOutlined />}
    title="Exports are for company admins"
    text="Ask a company admin to export the company."
  />
);
