import { zodResolver } from '@hookform/resolvers/zod';
import { useCreate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { agreementForm } from '#domain/contract/agreements.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { AgreementInputs } from './AgreementInputs.tsx';
import { PdfInput } from './PdfInput.tsx';

/** A new agreement, with its first document. */
export const AgreementCreate = () => (
  <RequireLocation feature="agreements" prompt="Select a location to add an agreement">
    <AddAgreement />
  </RequireLocation>
);

const AddAgreement = () => {
  const { companyId } = useSelectedLocation();
  const navigate = useNavigate();
  const [create] = useCreate();
  const save = async (values: object) => {
    try {
      await create('agreements', { data: { ...values, companyId } }, { returnPromise: true });
      void navigate(paths.agreements.list, withSuccess('Agreement created successfully'));
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create agreement');
    }
  };
  return (
    <>
      <PageHeader title="Add Agreement" back={{ to: paths.agreements.list, label: 'Back to Agreements' }} />
      <FormPage
        resolver={resolver}
        defaultValues={untouched}
        onSubmit={save}
        submitLabel="Create Agreement"
        onCancel={() => void navigate(withListState(paths.agreements.list))}
      >
        <AgreementInputs companyId={companyId} />
        <FormSection title="Document">
          <FullWidth>
            <PdfInput />
          </FullWidth>
        </FormSection>
        <FormError />
      </FormPage>
    </>
  );
};

const resolver = zodResolver(agreementForm.extend({ pdf: z.instanceof(File).nullish() }));
const untouched = { name: '', description: '', displayOrder: 0, locationId: null, pdf: null };
