import type { ChangeEvent } from 'react';
import { BooleanInput, NumberInput, SelectInput, TextInput, type RaRecord } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AgreementSummary } from '#domain/agreements/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import {
  accessDaysMax,
  accessDaysMin,
  contractMonthsMax,
  contractMonthsMin,
  maxPageSize,
  nameMaxLength,
  notesMaxLength,
  visitLimitMax,
  visitLimitMin,
  visitsPerDayMax,
} from '#domain/shared/limits.ts';
import { billingFrequencies, clearTerms, packStarts, type PlanTerms } from '#domain/memberships/membershipPlan.ts';
import { billingLabels, packStartLabels } from '#src/ui/labels.ts';
import { AutocompleteArrayInput } from '#src/ui/forms/AutocompleteArrayInput.tsx';
import { PriceInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { locationsAllowing, useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

/** The fields of a plan, for adding and editing. Adding sets Published, editing sets Active. */
export const PlanInputs = ({ companyId, isNew }: { companyId: string; isNew: boolean }) => (
  <>
    <FormSection title="Basic Information">
      <TextInput
        source="name"
        label="Membership Name"
        isRequired
        slotProps={{ htmlInput: { maxLength: nameMaxLength } }}
      />
      <PlanLocationInput companyId={companyId} />
      <FullWidth>
        <TextInput
          source="description"
          label="Description"
          multiline
          minRows={3}
          slotProps={{ htmlInput: { maxLength: notesMaxLength } }}
        />
      </FullWidth>
    </FormSection>
    <TermInputs isNew={isNew} />
    <FormSection title="Availability">
      {!isNew && (
        <BooleanInput source="isActive" label="Active" helperText="An inactive membership cannot be bought." />
      )}
      <BooleanInput
        source="isPublished"
        label="Published"
        helperText="Only published memberships are offered for purchase."
      />
    </FormSection>
  </>
);

const TermInputs = ({ isNew }: { isNew: boolean }) => {
  const [type, billing, visits]: unknown[] = useWatch({ name: ['type', 'billingFrequency', 'visitLimit'] });
  const { getValues, setValue, clearErrors } = useFormContext();
  /** Changing the type or billing clears the fields that only the old one needed. */
  const clearing = (field: 'type' | 'billingFrequency') => (event: ChangeEvent<HTMLInputElement> | RaRecord) => {
    const terms = clearTerms({ ...getValues(), [field]: event.target.value } as PlanTerms);
    for (const name of ['contractLengthMonths', 'accessDurationDays', 'visitLimit', 'validFrom'] as const) {
      if (terms[name] !== null) continue;
      setValue(name, null, { shouldDirty: true });
      clearErrors(name);
    }
  };
  return (
    <FormSection title="Pricing and Terms">
      <PriceInput
        source="price"
        label="Price"
        isRequired
        helperText={
          isNew
            ? undefined
            : 'For new sales. Members who have this plan keep the price they agreed to until you change their plan.'
        }
      />
      <SelectInput
        margin="none"
        source="billingFrequency"
        label="Billing Frequency"
        isRequired
        choices={billings}
        onChange={clearing('billingFrequency')}
      />
      <SelectInput margin="none" source="type" label="Type" isRequired choices={types} onChange={clearing('type')} />
      {type === 'contract' && (
        <NumberInput
          source="contractLengthMonths"
          label="Contract Length (Months)"
          isRequired
          min={contractMonthsMin}
          max={contractMonthsMax}
          step={1}
        />
      )}
      {billing === 'one_time' && (
        <NumberInput
          source="accessDurationDays"
          label="Access Duration (Days)"
          isRequired
          min={accessDaysMin}
          max={accessDaysMax}
          step={1}
        />
      )}
      {billing === 'one_time' && (
        <NumberInput
          source="visitLimit"
          label="Number of Visits"
          helperText="Empty for any number."
          min={visitLimitMin}
          max={visitLimitMax}
          step={1}
        />
      )}
      {billing === 'one_time' && typeof visits === 'number' && (
        <SelectInput
          margin="none"
          source="validFrom"
          label="Valid From"
          isRequired
          choices={starts}
          format={(start: string | null | undefined) => start || 'purchase'}
        />
      )}
      <NumberInput
        source="visitsPerDay"
        label="Visits per Day"
        helperText="Empty for any number."
        min={1}
        max={visitsPerDayMax}
        step={1}
      />
    </FormSection>
  );
};

const billings = billingFrequencies.map((id) => ({ id, name: billingLabels[id] }));
const starts = packStarts.map((id) => ({ id, name: packStartLabels[id] }));
const types = [
  { id: 'no_contract', name: 'No Contract' },
  { id: 'contract', name: 'Contract' },
];

/** One of the company's and the directly granted locations; none means company-wide. */
const PlanLocationInput = ({ companyId }: { companyId: string }) => {
  const { locations } = useLocationScope();
  const offered = locationsAllowing(locations, 'memberships').filter((location) => location.companyId === companyId);
  return (
    <SelectInput
      source="locationId"
      label="Location"
      margin="none"
      choices={[{ id: everywhere, name: 'All locations' }, ...offered]}
      format={(id: string | null | undefined) => id || everywhere}
      parse={(id: string) => (id === everywhere ? null : id)}
      isRequired
    />
  );
};

/** MUI shows an option as selected only if its value is not empty. */
const everywhere = 'company';

/** The agreements of a plan. Those already attached stay in the list, whatever their location. */
export const AgreementsInput = ({ bound = [] }: { bound?: readonly AgreementSummary[] }) => {
  const { agreements, isPending, error, refetch } = useAgreementOptions();
  const elsewhere = bound.filter(({ id }) => !agreements.some((agreement) => agreement.id === id));
  return (
    <FormSection title="Agreements" text="Documents that go with this membership.">
      <FullWidth>
        {error && <ErrorState text={messageFrom(error, 'Failed to fetch agreements')} onRetry={() => void refetch()} />}
        <AutocompleteArrayInput
          source="agreementIds"
          label="Agreements"
          choices={[...elsewhere, ...agreements]}
          isLoading={isPending}
          noneText="No agreements found"
        />
      </FullWidth>
    </FormSection>
  );
};

const byName = { pagination: { page: 1, perPage: maxPageSize }, sort: { field: 'name', order: 'ASC' } } as const;

export const useSalesItemOptions = () => {
  const { id: locationId } = useSelectedLocation();
  const { data, ...query } = useRows<SalesItem>('sales-items', { ...byName, filter: { locationId } });
  return { ...query, items: (data ?? []).filter(({ isActive }) => isActive) };
};

const useAgreementOptions = () => {
  const { id: locationId } = useSelectedLocation();
  const { data, ...query } = useRows<AgreementSummary>('agreements', { ...byName, filter: { locationId } });
  return { ...query, agreements: data ?? [] };
};
