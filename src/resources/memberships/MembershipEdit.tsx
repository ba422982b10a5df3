import { zodResolver } from '@hookform/resolvers/zod';
import { membershipUpdateBody } from '#domain/memberships/contract.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { RequireLocation, RequireMayAt } from '#src/location-scope/RequireLocation.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import { sortAgreements, type MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { ChargeAdder } from './ChargeAdder.tsx';
import { selectPrompt } from './membership.tsx';
import { backToMemberships, membershipPageProps } from './membershipPageProps.tsx';
import { AgreementsInput, PlanInputs } from './MembershipInputs.tsx';

export const MembershipEdit = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <EditPage<MembershipRecord>
      {...membershipPageProps}
      renderHeader={header}
      showPath={paths.memberships.show}
      saved="Membership updated"
    >
      {(plan) => (
        <RequireMayAt record={plan} action="memberships:write">
          <FormPage
            record={plan}
            resolver={resolver}
            submitLabel="Save changes"
            cancelTo={paths.memberships.show(plan.id)}
          >
            <PlanInputs companyId={plan.companyId} isNew={false} />
            <ChargeAdder membershipId={plan.id} />
            <AgreementsInput bound={plan.agreements} />
          </FormPage>
        </RequireMayAt>
      )}
    </EditPage>
  </RequireLocation>
);

const header = (plan: MembershipRecord | undefined) =>
  plan ? (
    <PageHeader
      title={`Edit ${plan.name}`}
      back={{ to: paths.memberships.show(plan.id), label: 'Back to Membership' }}
    />
  ) : (
    <PageHeader title="Membership" back={backToMemberships} />
  );

const resolver = zodResolver(membershipUpdateBody.transform(sortAgreements));
