import { zodResolver } from '@hookform/resolvers/zod';
import { useParams } from 'react-router-dom';
import { agreementUpdateBody, type Agreement } from '#domain/agreements/contract.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { RequireLocation, RequireMayAt } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';
import { agreementPageProps } from './agreementPageProps.ts';
import { AgreementInputs } from './AgreementInputs.tsx';

export const AgreementEdit = () => (
  <RequireLocation feature="agreements" prompt="Select a location to edit an agreement">
    <EditAgreement />
  </RequireLocation>
);

const EditAgreement = () => {
  const { companyId } = useSelectedLocation();
  const { id = '' } = useParams();
  const show = paths.agreements.show(id);
  return (
    <EditPage<Agreement>
      {...agreementPageProps(companyId)}
      renderHeader={(agreement) => (
        <PageHeader title="Edit Agreement" subtitle={agreement?.name} back={{ to: show, label: 'Back to Agreement' }} />
      )}
      showPath={paths.agreements.show}
      saved="Agreement updated"
    >
      {(agreement) => (
        <RequireMayAt record={agreement} action="agreements:write">
          <FormPage record={agreement} resolver={resolver} submitLabel="Save changes" cancelTo={show}>
            <AgreementInputs companyId={agreement.companyId} />
          </FormPage>
        </RequireMayAt>
      )}
    </EditPage>
  );
};

const resolver = zodResolver(agreementUpdateBody.omit({ updatedAt: true }));
