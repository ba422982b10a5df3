import { zodResolver } from '@hookform/resolvers/zod';
import { useParams } from 'react-router-dom';
import { agreementUpdateBody, type Agreement } from '#domain/contract/agreements.ts';
import { FormPage } from '#src/custom/forms/FormPage.tsx';
import { RequireLocation, RequireMayAt } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { EditPage } from '#src/custom/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';
import { agreementPageProps } from './agreementPageProps.ts';
import { AgreementInputs } from './AgreementInputs.tsx';

/** An agreement's name, description, order and location. Its documents are edited as versions. */
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
      renderHeader={(agreement) => <PageHeader title="Edit Agreement" subtitle={agreement?.name} back={{ to: show, label: 'Back to Agreement' }} />}
      showPath={paths.agreements.show}
      saved="Agreement updated"
    >
      {(agreement) => (
        <RequireMayAt record={agreement} action="agreements:write">
          <FormPage record={agreement} resolver={resolver} submitLabel="Save Changes" cancelTo={show}>
            <AgreementInputs companyId={agreement.companyId} />
          </FormPage>
        </RequireMayAt>
      )}
    </EditPage>
  );
};

const resolver = zodResolver(agreementUpdateBody.omit({ updatedAt: true }));
