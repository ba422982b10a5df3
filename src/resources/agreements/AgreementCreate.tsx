import { zodResolver } from '@hookform/resolvers/zod';
import { useNotify } from 'react-admin';
import { z } from 'zod';
import { agreementForm } from '#domain/agreements/contract.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { backToAgreements } from './agreementPageProps.ts';
import { AgreementInputs, PdfInput } from './AgreementInputs.tsx';

export const AgreementCreate = () => (
  <RequireLocation feature="agreements" prompt="Select a location to add an agreement">
    <AddAgreement />
  </RequireLocation>
);

const AddAgreement = () => {
  const { companyId } = useSelectedLocation();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  return (
    <CreatePage
      resource="agreements"
      transform={(values) => ({ ...values, companyId })}
      onSaved={async () => {
        await navigate(paths.agreements.list);
        notify('Agreement added', { type: 'success' });
      }}
    >
      <PageHeader title="Add agreement" back={backToAgreements} />
      <FormPage
        resolver={resolver}
        defaultValues={untouched}
        submitLabel="Add agreement"
        cancelTo={withListState(paths.agreements.list)}
      >
        <AgreementInputs companyId={companyId} />
        <FormSection title="Document">
          <FullWidth>
            <PdfInput />
          </FullWidth>
        </FormSection>
      </FormPage>
    </CreatePage>
  );
};

const resolver = zodResolver(agreementForm.extend({ pdf: z.instanceof(File).nullish() }));
const untouched = { name: '', description: '', displayOrder: 0, locationId: null, pdf: null };
