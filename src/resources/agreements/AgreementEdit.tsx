import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { agreementUpdateBody, type Agreement } from '#domain/contract/agreements.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { useSaveChanges } from '#src/custom/ui/useSaveChanges.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { AgreementInputs } from './AgreementInputs.tsx';
import { useAgreement } from './useAgreement.ts';

/** An agreement's name, description, order and location; its documents are versions. */
export const AgreementEdit = () => (
  <RequireLocation feature="agreements" prompt="Select a location to edit an agreement">
    <EditAgreement />
  </RequireLocation>
);

const EditAgreement = () => {
  const { id, meta, query } = useAgreement();
  return (
    <>
      <PageHeader title="Edit Agreement" subtitle={query.data?.name} back={{ to: paths.agreements.show(id), label: 'Back to Agreement' }} />
      <ScreenState query={query} fallback="Failed to fetch agreement" errorText={(message) => `Error loading agreement: ${message}`}>
        {(agreement) => <EditForm key={agreement.id} agreement={agreement} meta={meta} />}
      </ScreenState>
    </>
  );
};

const EditForm = ({ agreement, meta }: { agreement: Agreement; meta: { companyId: string } }) => {
  // A newer copy that arrives meanwhile must not take away what is being typed.
  const [record] = useState(agreement);
  const navigate = useNavigate();
  const save = useSaveChanges({
    resource: 'agreements',
    record,
    meta,
    fallback: 'Failed to update agreement',
    onSaved: () => void navigate(paths.agreements.show(record.id), { replace: true, ...withSuccess('Agreement updated successfully') }),
  });
  return (
    <FormPage
      resolver={resolver}
      record={record}
      onSubmit={save}
      submitLabel="Save Changes"
      onCancel={() => void navigate(paths.agreements.show(record.id), { replace: true })}
    >
      <AgreementInputs companyId={record.companyId} />
      <FormError />
    </FormPage>
  );
};

const resolver = zodResolver(agreementUpdateBody.omit({ updatedAt: true }));
