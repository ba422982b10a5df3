import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { Agreement } from '#domain/contract/agreements.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import { paths } from '#src/paths.ts';
import { DeleteAgreement } from './DeleteAgreement.tsx';
import { useAgreement } from './useAgreement.ts';
import { Versions } from './versions/Versions.tsx';

export const AgreementShow = () => (
  <RequireLocation feature="agreements" prompt="Select a location to view an agreement">
    <AgreementPage />
  </RequireLocation>
);

const AgreementPage = () => {
  const { id, query } = useAgreement();
  return (
    <>
      <PageHeader
        title={query.data?.name ?? 'Agreement'}
        back={{ to: paths.agreements.list, label: 'Back to Agreements' }}
        actions={
          query.data && (
            <>
              <DeleteAgreement agreement={query.data} />
              <Button component={Link} to={paths.agreements.edit(id)} variant="contained" startIcon={<EditOutlined />}>
                Edit
              </Button>
            </>
          )
        }
      />
      <SuccessBanner />
      <ScreenState query={query} fallback="Failed to fetch agreement" errorText={(message) => `Error loading agreement: ${message}`}>
        {(agreement) => (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Information agreement={agreement} />
            <Versions agreement={agreement} />
          </Box>
        )}
      </ScreenState>
    </>
  );
};

const Information = ({ agreement }: { agreement: Agreement }) => {
  const { locations } = useLocationScope();
  const { locationId, displayOrder, createdAt, description } = agreement;
  const place = locations.find(({ id }) => id === locationId);
  return (
    <Section title="Agreement Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Location', value: locationId ? (place?.name ?? 'Another location') : 'All locations' },
          { label: 'Display Order', value: displayOrder },
          { label: 'Created', value: <DateField value={createdAt} /> },
          { label: 'Description', value: description, isWide: true },
        ]}
      />
    </Section>
  );
};
