import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { AgreementsInput } from './AgreementsInput.tsx';
import { ChargesInput } from './ChargesInput.tsx';
import { membershipForm, newMembership, type MembershipForm } from './membershipForm.ts';
import { membershipPage, selectPrompt } from './membershipPage.ts';
import { PartialNotice } from './PartialNotice.tsx';
import { PlanInputs } from './PlanInputs.tsx';
import { useCreateMembership } from './useCreateMembership.ts';
import { useSalesItemOffers } from './useOffers.ts';

export const MembershipCreate = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <NewMembership />
  </RequireLocation>
);

const NewMembership = () => {
  const { companyId } = useSelectedLocation();
  const { items } = useSalesItemOffers();
  const [notAdded, setNotAdded] = useState<string[]>();
  const create = useCreateMembership();
  const navigate = useNavigate();
  const save = async (values: FieldValues) => {
    try {
      const failed = await create(values as MembershipForm);
      if (failed.length > 0) setNotAdded(failed.map((id) => items.find((item) => item.id === id)?.name ?? id));
      else await navigate(paths.memberships.list, withSuccess('Membership created'));
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create membership');
    }
  };
  return (
    <>
      <PageHeader title="Add New Membership" back={membershipPage.back} />
      {notAdded ? (
        <PartialNotice names={notAdded} />
      ) : (
        <FormPage
          resolver={zodResolver(membershipForm)}
          defaultValues={{ ...newMembership, companyId }}
          onSubmit={save}
          submitLabel="Create Membership"
          onCancel={() => void navigate(withListState(paths.memberships.list))}
        >
          <PlanInputs companyId={companyId} isNew />
          <ChargesInput />
          <AgreementsInput />
          <FormError />
        </FormPage>
      )}
    </>
  );
};
