import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from 'react-router-dom';
import { membershipUpdateBody } from '#domain/contract/memberships.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { EditPage } from '#src/custom/ui/EditPage.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { useSaveChanges } from '#src/custom/ui/useSaveChanges.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { AgreementsInput } from './AgreementsInput.tsx';
import { ChargeAdder } from './ChargeAdder.tsx';
import { membershipPage, selectPrompt } from './membershipPage.ts';
import { PlanInputs } from './PlanInputs.tsx';

export const MembershipEdit = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <EditPage<MembershipRecord> {...membershipPage}>{(plan) => <PlanForm plan={plan} />}</EditPage>
  </RequireLocation>
);

const PlanForm = ({ plan }: { plan: MembershipRecord }) => {
  const navigate = useNavigate();
  const show = paths.memberships.show(plan.id);
  const save = useSaveChanges<MembershipRecord>({
    resource: 'memberships',
    record: plan,
    fallback: 'Failed to update membership',
    onSaved: () => void navigate(show, { replace: true, ...withSuccess('Membership updated') }),
  });
  return (
    <>
      <PageHeader title={`Edit ${plan.name}`} back={{ to: show, label: 'Back to Membership' }} />
      <FormPage record={plan} resolver={zodResolver(membershipUpdateBody)} onSubmit={save} submitLabel="Save Changes" onCancel={() => void navigate(show)}>
        <PlanInputs companyId={plan.companyId} isNew={false} />
        <ChargeAdder membershipId={plan.id} />
        <AgreementsInput bound={plan.agreements} />
        <FormError />
      </FormPage>
    </>
  );
};
