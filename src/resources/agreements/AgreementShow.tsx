import { Box } from '@mui/material';
import type { Agreement } from '#domain/agreements/contract.ts';
import { History } from '#src/resources/activity/History.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope, useMayAt, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DeleteAction } from '#src/ui/DeleteAction.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { agreementPageProps, backToAgreements } from './agreementPageProps.ts';
import { Versions } from './AgreementVersions.tsx';
import { SignAgainButton } from './SignAgainButton.tsx';

export const AgreementShow = () => (
  <RequireLocation feature="agreements" prompt="Select a location to view an agreement">
    <AgreementPage />
  </RequireLocation>
);

const AgreementPage = () => {
  const { companyId } = useSelectedLocation();
  return (
    <ShowPage<Agreement>
      {...agreementPageProps(companyId)}
      renderHeader={(agreement) => <Header agreement={agreement} />}
    >
      {(agreement) => (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Information agreement={agreement} />
          <Versions agreement={agreement} />
          <History recordType="agreement" recordId={agreement.id} at={agreement} />
        </Box>
      )}
    </ShowPage>
  );
};

const Header = ({ agreement }: { agreement: Agreement | undefined }) => (
  <PageHeader
    title={agreement?.name ?? 'Agreement'}
    back={backToAgreements}
    actions={agreement && <Actions agreement={agreement} />}
  />
);

const Actions = ({ agreement }: { agreement: Agreement }) => {
  if (!useMayAt(agreement, 'agreements:write')) return null;
  return (
    <>
      {agreement.versions.length > 0 && <SignAgainButton agreement={agreement} />}
      <DeleteAgreement agreement={agreement} />
      <EditButton to={paths.agreements.edit(agreement.id)} />
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

const DeleteAgreement = ({ agreement }: { agreement: Agreement }) => (
  <DeleteAction
    resource="agreements"
    record={agreement}
    meta={{ companyId: agreement.companyId }}
    title="Delete this agreement?"
    text={`${agreement.name} is removed from the list and from membership plans.`}
    deleted="Agreement deleted"
    failed="Failed to delete agreement"
    list={paths.agreements.list}
  />
);
