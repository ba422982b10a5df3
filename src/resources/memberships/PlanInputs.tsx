import type { ChangeEvent } from 'react';
import { BooleanInput, NumberInput, SelectInput, TextInput, type RaRecord } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { accessDaysMax, accessDaysMin, contractMonthsMax, contractMonthsMin, nameMaxLength, notesMaxLength } from '#domain/rules/limits.ts';
import { billingFrequencies, billingLabels, clearedTerms, type PlanTerms } from '#domain/rules/membershipPlan.ts';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { PriceInput } from '#src/custom/forms/DecimalInput.tsx';
import { PlanLocationInput } from './PlanLocationInput.tsx';

/** The fields of a plan, for adding and for editing. Publishing is set at creation, active on edit. */
export const PlanInputs = ({ companyId, isNew }: { companyId: string; isNew: boolean }) => (
  <>
    <FormSection title="Basic Information">
      <TextInput source="name" label="Membership Name" isRequired slotProps={{ htmlInput: { maxLength: nameMaxLength } }} />
      <PlanLocationInput companyId={companyId} />
      <FullWidth>
        <TextInput source="description" label="Description" helperText={false} multiline minRows={3} slotProps={{ htmlInput: { maxLength: notesMaxLength } }} />
      </FullWidth>
    </FormSection>
    <TermInputs />
    <FormSection title="Availability">
      {!isNew && <BooleanInput source="isActive" label="Active" helperText="An inactive membership cannot be bought." />}
      <BooleanInput source="isPublished" label="Published" helperText="Only published memberships are offered for purchase." />
    </FormSection>
  </>
);

const TermInputs = () => {
  const [type, billing]: unknown[] = useWatch({ name: ['type', 'billingFrequency'] });
  const { getValues, setValue, clearErrors } = useFormContext();
  /** Another type or billing clears what only the old one needed. */
  const clearing = (field: 'type' | 'billingFrequency') => (event: ChangeEvent<HTMLInputElement> | RaRecord) => {
    const terms = clearedTerms({ ...getValues(), [field]: event.target.value } as PlanTerms);
    for (const name of ['contractLengthMonths', 'accessDurationDays'] as const) {
      if (terms[name] !== null) continue;
      setValue(name, null, { shouldDirty: true });
      clearErrors(name);
    }
  };
  return (
    <FormSection title="Pricing and Terms">
      <PriceInput source="price" label="Price" isRequired />
      <SelectInput margin="none" source="billingFrequency" label="Billing Frequency" isRequired choices={billings} onChange={clearing('billingFrequency')} />
      <SelectInput margin="none" source="type" label="Type" isRequired choices={types} onChange={clearing('type')} />
      {type === 'contract' && (
        <NumberInput source="contractLengthMonths" label="Contract Length (Months)" isRequired min={contractMonthsMin} max={contractMonthsMax} step={1} />
      )}
      {billing === 'one_time' && (
        <NumberInput source="accessDurationDays" label="Access Duration (Days)" isRequired min={accessDaysMin} max={accessDaysMax} step={1} />
      )}
    </FormSection>
  );
};

const billings = billingFrequencies.map((id) => ({ id, name: billingLabels[id] }));
const types = [
  { id: 'no_contract', name: 'No Contract' },
  { id: 'contract', name: 'Contract' },
];
