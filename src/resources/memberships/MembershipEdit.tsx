import { zodResolver } from '@hookform/resolvers/zod';
import { useUpdate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { membershipUpdateBody } from '#domain/contract/memberships.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { changedFields } from '#src/custom/ui/changedFields.ts';
import { EditPage } from '#src/custom/ui/EditPage.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/ui/FormError.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { AgreementsInput } from './AgreementsInput.tsx';
import { ChargeAdder } from './ChargeAdder.tsx';
import { membershipPage, selectPrompt } from './membershipPage.ts';
import { PlanInputs } from './PlanInputs.tsx';

/** Spec §2, editing a membership plan. */
export const MembershipEdit = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <EditPage<MembershipRecord> {...membershipPage}>{(plan) => <PlanForm plan={plan} />}</EditPage>
  </RequireLocation>
);

const PlanForm = ({ plan }: { plan: MembershipRecord }) => {
  const [update] = useUpdate<MembershipRecord>();
  const navigate = useNavigate();
  const show = paths.memberships.show(plan.id);
  const save = async ({ updatedAt, ...values }: FieldValues) => {
    const data = { ...changedFields(values, plan), updatedAt };
    try {
      await update('memberships', { id: plan.id, data, previousData: plan }, { mutationMode: 'pessimistic', returnPromise: true });
      await navigate(show, { replace: true, ...withSuccess('Membership updated') });
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to update membership');
    }
  };
  return (
    <>
      <PageHeader title={`Edit ${plan.name}`} back={{ to: show, label: 'Back to Membership' }} />
      <FormPage record={plan} resolver={zodResolver(membershipUpdateBody)} onSubmit={save} submitLabel="Save Changes" onCancel={() => void navigate(show)}>
        <PlanInputs companyId={plan.companyId} isNew={false} />
        <ChargeAdder membershipId={plan.id} />
        <AgreementsInput bound={plan.agreements} />
      </FormPage>
    </>
  );
};
