import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button } from '@mui/material';
import { useRef, useState } from 'react';
import { useNotify, useDataProvider } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { membershipCreateBody } from '#domain/memberships/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { partialMembershipRedirectMs } from '#src/limits.ts';
import { AutocompleteArrayInput } from '#src/ui/forms/AutocompleteArrayInput.tsx';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import { useTimeout } from '#src/ui/time.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { membershipActions, type MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { selectPrompt } from './membership.tsx';
import { backToMemberships } from './membershipPageProps.tsx';
import { AgreementsInput, PlanInputs, useSalesItemOptions } from './MembershipInputs.tsx';

export const MembershipCreate = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <NewMembership />
  </RequireLocation>
);

const NewMembership = () => {
  const { companyId } = useSelectedLocation();
  const { items } = useSalesItemOptions();
  const failed = useRef<string[]>([]);
  const [notAdded, setNotAdded] = useState<readonly string[]>();
  const { create } = useDataProvider();
  const navigate = useNavigateFromHere();
  const notify = useNotify();

  /** Creates the plan, then attaches each chosen sales item, one by one, as required and at order 0. */
  const save = async ({ salesItemIds, ...plan }: MembershipForm, idempotencyKey: string) => {
    const { data } = await create<MembershipRecord>('memberships', { data: plan, meta: { idempotencyKey } });
    failed.current = [];
    for (const salesItemId of salesItemIds) {
      await membershipActions
        .addMembershipSalesItem(data.id, { salesItemId, isRequired: true, displayOrder: 0 })
        .catch(() => failed.current.push(salesItemId));
    }
    return data;
  };
  const proceed = async () => {
    if (failed.current.length > 0)
      return setNotAdded(failed.current.map((id) => items.find((item) => item.id === id)?.name ?? id));
    await navigate(paths.memberships.list);
    return notify('Membership added', { type: 'success' });
  };
  return (
    <>
      <PageHeader title="Add New Membership" back={backToMemberships} />
      {notAdded ? (
        <PartialNotice names={notAdded} />
      ) : (
        <CreatePage resource="memberships" save={save} onSaved={proceed}>
          <FormPage
            resolver={resolver}
            defaultValues={{ ...newMembership, companyId }}
            submitLabel="Add Membership"
            cancelTo={withListState(paths.memberships.list)}
          >
            <PlanInputs companyId={companyId} isNew />
            <ChargesInput />
            <AgreementsInput />
          </FormPage>
        </CreatePage>
      )}
    </>
  );
};

const membershipForm = membershipCreateBody.safeExtend({ salesItemIds: z.array(z.uuid()) });
type MembershipForm = z.output<typeof membershipForm>;
const resolver = zodResolver(membershipForm);

const newMembership = {
  name: '',
  description: '',
  locationId: null,
  type: 'no_contract',
  contractLengthMonths: null,
  price: 0,
  billingFrequency: 'monthly',
  accessDurationDays: null,
  visitLimit: null,
  visitsPerDay: null,
  validFrom: null,
  isPublished: false,
  agreementIds: [],
  salesItemIds: [],
};

const ChargesInput = () => {
  const { items, isPending, error, refetch } = useSalesItemOptions();
  return (
    <FormSection title="Additional Charges" text="Sales items that are charged with every purchase of this membership.">
      <FullWidth>
        {error && (
          <ErrorState text={messageFrom(error, 'Failed to fetch sales items')} onRetry={() => void refetch()} />
        )}
        <AutocompleteArrayInput
          source="salesItemIds"
          label="Sales Items"
          choices={items.map(({ id, name, price }) => ({ id, name: `${name} (${formatMoney(price)})` }))}
          isLoading={isPending}
          noneText="No sales items found"
        />
      </FullWidth>
    </FormSection>
  );
};

/** The plan was created, but some of its charges were not. After 3 seconds it opens the list. */
const PartialNotice = ({ names }: { names: readonly string[] }) => {
  const navigate = useNavigate();
  useTimeout(() => void navigate(paths.memberships.list), partialMembershipRedirectMs);
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={paths.memberships.list} color="inherit" size="small">
          Go to memberships
        </Button>
      }
    >
      Membership created but some additional charges failed to add: {names.join(', ')}
    </Alert>
  );
};
