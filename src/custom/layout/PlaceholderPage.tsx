import ConstructionOutlined from '@mui/icons-material/ConstructionOutlined';
import { Paper } from '@mui/material';
import type { Feature } from '#domain/shared/access.ts';
import { featureLabels } from '#domain/shared/featureText.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';

export const PlaceholderPage = ({ feature }: { feature: Feature }) => (
  <RequireLocation feature={feature} prompt={`Select a location to view ${featureLabels[feature]}`}>
    <PageHeader title={featureLabels[feature]} />
    <Paper variant="outlined">
      <EmptyState
        heading="h2"
        icon={<ConstructionOutlined />}
        title="Not available yet"
        text={`${featureLabels[feature]} has no function yet.`}
      />
    </Paper>
  </RequireLocation>
);
