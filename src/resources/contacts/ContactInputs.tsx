import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { PhoneInput, StateInput } from '#src/custom/forms/AddressInputs.tsx';
import { BirthdayInput } from './BirthdayInput.tsx';
import { HomeLocationInput } from './HomeLocationInput.tsx';

/** The inputs that adding and editing share; `hint` stands below the basic information. */
export const ContactInputs = ({ hint, autoFocus = false }: { hint?: ReactNode; autoFocus?: boolean }) => (
  <>
    <FormSection title="Basic Information">
      <TextInput source="firstName" label="First Name" isRequired autoComplete="off" autoFocus={autoFocus} />
      <TextInput source="lastName" label="Last Name" isRequired autoComplete="off" />
      <TextInput source="email" label="Email" type="email" isRequired autoComplete="off" />
      <PhoneInput source="phone" label="Phone" autoComplete="off" />
      <BirthdayInput />
      <HomeLocationInput />
      {hint && <FullWidth>{hint}</FullWidth>}
    </FormSection>
    <FormSection title="Address">
      <FullWidth>
        <TextInput source="address" label="Street Address" autoComplete="off" />
      </FullWidth>
      <TextInput source="city" label="City" autoComplete="off" />
      <StateInput />
      <TextInput source="zipCode" label="Zip Code" autoComplete="off" />
    </FormSection>
    <FormSection title="Emergency Contact">
      <TextInput source="emergencyContactName" label="Emergency Contact Name" autoComplete="off" />
      <PhoneInput source="emergencyContactPhone" label="Emergency Contact Phone" autoComplete="off" />
    </FormSection>
    <FormSection title="Additional Information">
      <FullWidth>
        <TextInput source="notes" label="Notes" multiline minRows={3} />
      </FullWidth>
    </FormSection>
  </>
);
