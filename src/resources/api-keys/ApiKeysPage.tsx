import Add from '@mui/icons-material/Add';
import LockOutlined from '@mui/icons-material/LockOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, ApiKeyCreated } from '#domain/api-keys/contract.ts';
import { scopesInShort } from '#domain/api-keys/scopeText.ts';
import { dateTimeText, shortDate } from '#domain/shared/dateText.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { apiKeyActions } from '#src/dataProvider/api-keys.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useNow } from '#src/ui/time.ts';
import { CurlExample } from './CodeBlock.tsx';
import { useRevoke } from './useRevoke.tsx';

const NewApiKeyDialog = lazyWithPreload('settings', () => import('./NewApiKeyDialog.tsx'), 'NewApiKeyDialog');
const KeyShownDialog = lazyWithPreload('settings', () => import('./KeyShownDialog.tsx'), 'KeyShownDialog');

export const ApiKeysPage = () => (
  <RequireLocation feature="settings" prompt="Select a location to view API keys">
    <ApiKeys />
  </RequireLocation>
);

const ApiKeys = () => {
  const { company } = useSelectedLocation();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<ApiKeyCreated>();
  if (!mayInCompany(company.id, 'api-keys:write')) return <AdminsOnly />;
  const add = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API Keys"
        subtitle={`Keys with which programs read and change the data of ${company.name}`}
        back={{ to: paths.settings.home, label: 'Back to Settings' }}
        actions={add}
      />
      <KeyList companyId={company.id} />
      {isAdding && (
        <LazyPart onClose={() => setAdding(false)}>
          <NewApiKeyDialog companyId={company.id} onClose={() => setAdding(false)} onMade={setMade} />
        </LazyPart>
      )}
      {made && (
        <LazyPart onClose={() => setMade(undefined)}>
          <KeyShownDialog made={made} onClose={() => setMade(undefined)} />
        </LazyPart>
      )}
    </>
  );
};

const KeyList = ({ companyId }: { companyId: string }) => {
  const query = useQuery({
    queryKey: ['api-keys', companyId],
    queryFn: ({ signal }) => apiKeyActions.list(companyId, signal),
  });
  const { revoke, revoking, dialog } = useRevoke();
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <QueryState
        query={query}
        fallback="Couldn’t load API keys"
        loading={<SkeletonBlock />}
        isEmpty={(keys) => keys.length === 0}
        empty={<NoKeys />}
      >
        {(keys) => (
          <StaticTable<ApiKey>
            label="API keys"
            rows={keys}
            columns={[...columns, revokeColumn(revoking, (apiKey) => void revoke(apiKey))]}
          />
        )}
      </QueryState>
      {dialog}
    </Paper>
  );
};

const RevokeButton = ({ apiKey, isBusy, onRevoke }: { apiKey: ApiKey; isBusy: boolean; onRevoke: () => void }) => (
  <Button size="small" color="inherit" loading={isBusy} onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
    Revoke
  </Button>
);

const revokeColumn = (revoking: string | undefined, revoke: (apiKey: ApiKey) => void): Column<ApiKey> => ({
  label: 'Action',
  align: 'right',
  inCard: 'end',
  cell: (apiKey) => <RevokeButton apiKey={apiKey} isBusy={revoking === apiKey.id} onRevoke={() => revoke(apiKey)} />,
});

const Name = ({ name, start }: ApiKey) => (
  <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
      {name}
    </Box>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
      {start}…
    </Typography>
  </Box>
);

const Places = ({ locationIds }: ApiKey) => {
  const { locations } = useLocationScope();
  if (!locationIds) return 'All';
  return locationIds
    .map((id) => locations.find((location) => location.id === id)?.name ?? 'A deleted location')
    .join(', ');
};

const LastUse = ({ lastUsedAt, lastUsedAddress }: ApiKey) =>
  lastUsedAt ? (
    <span>
      <DateField value={lastUsedAt} format={dateTimeText} />
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        from {lastUsedAddress}
      </Typography>
    </span>
  ) : (
    'Never'
  );

const Expiry = ({ expiresAt }: ApiKey) => {
  const now = useNow();
  if (!expiresAt) return 'Never';
  const hasExpired = new Date(expiresAt) <= now;
  return (
    <Box component="span" sx={hasExpired ? { color: 'error.main' } : undefined}>
      {hasExpired && 'Expired '}
      <DateField value={expiresAt} format={shortDate} />
    </Box>
  );
};

const accessText = ({ kind, scopes }: ApiKey) =>
  kind === 'publishable' ? 'Signs people up on a website.' : scopesInShort(scopes);

const columns: readonly Column<ApiKey>[] = [
  { label: 'Name', cell: (apiKey) => <Name {...apiKey} /> },
  { label: 'Access', inCard: 'line', cell: (apiKey) => accessText(apiKey) },
  { label: 'Locations', cell: (apiKey) => <Places {...apiKey} /> },
  { label: 'Last Used', cell: (apiKey) => <LastUse {...apiKey} /> },
  { label: 'Expires', cell: (apiKey) => <Expiry {...apiKey} /> },
  { label: 'Made By', cell: ({ createdBy }) => createdBy.name },
];

const NoKeys = () => (
  <EmptyState
    heading="h2"
    icon={<VpnKeyOutlined />}
    title="No API keys yet"
    text="With a key, a program works with Spotter: your website adds a prospect, a spreadsheet reads who owes, a door checks a member in. It never does more than whoever made it."
  >
    <CurlExample apiKey="spot_live_…" />
  </EmptyState>
);

const AdminsOnly = () => (
  <EmptyState
    icon={<LockOutlined />}
    title="API keys are for company admins"
    text="Ask a company admin to make or revoke one."
  />
);
