import { useState } from 'react';
import { BooleanInput, SelectInput, TextInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { timeZones } from '#domain/reference/timeZones.ts';
import { CountryInput, PhoneInput, StateInput } from '#src/custom/forms/AddressInputs.tsx';
import { DecimalInput } from '#src/custom/forms/DecimalInput.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { useSaveChanges } from '#src/custom/ui/useSaveChanges.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { formOf, locationResolver } from './locationForm.ts';

/** The sections of a location, to change; the tax is a percent here and a fraction everywhere else. */
export const LocationEdit = ({ location }: { location: LocationWithFees }) => {
  // A newer copy that arrives meanwhile must not take away what is being typed.
  const [record] = useState(location);
  const navigate = useNavigate();
  const save = useSaveChanges({
    resource: 'location',
    record,
    fallback: 'Failed to update location',
    onSaved: (id) => void navigate(paths.location.show(id), withSuccess('Location updated successfully')),
  });
  return (
    <FormPage
      resolver={locationResolver}
      record={formOf(record)}
      onSubmit={save}
      submitLabel="Save Changes"
      onCancel={() => void navigate(paths.location.show(record.id))}
    >
      <FormSection title="Basic Information">
        <TextInput source="name" label="Location Name" isRequired autoComplete="off" />
        <TextInput source="email" label="Email" type="email" autoComplete="off" />
        <PhoneInput source="phone" label="Phone" autoComplete="off" />
        <SelectInput source="timezone" label="Timezone" choices={zones} isRequired />
        <DecimalInput source="salesTaxRate" label="Sales Tax Rate (%)" isRequired />
      </FormSection>
      <FormSection title="Address Information">
        <FullWidth>
          <TextInput source="address" label="Street Address" autoComplete="off" />
        </FullWidth>
        <TextInput source="city" label="City" autoComplete="off" />
        <StateInput />
        <TextInput source="zipCode" label="Zip Code" autoComplete="off" />
        <CountryInput isRequired />
      </FormSection>
      <FormSection title="Status">
        <BooleanInput source="isActive" label="Active" />
      </FormSection>
      <FormError />
    </FormPage>
  );
};

const zones = timeZones.map((name) => ({ id: name, name }));
