import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { DateInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { contactCreateBody, contactEditForm } from '#domain/contacts/contract.ts';
import { may } from '#domain/shared/access.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { AddressInputs, PhoneInput } from '#src/ui/forms/AddressInputs.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { TagsInput } from './tags/TagsInput.tsx';

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
      <AddressInputs />
    </FormSection>
    <FormSection title="Emergency Contact">
      <TextInput source="emergencyContactName" label="Emergency Contact Name" autoComplete="off" />
      <PhoneInput source="emergencyContactPhone" label="Emergency Contact Phone" autoComplete="off" />
    </FormSection>
    <FormSection title="Additional Information">
      <FullWidth>
        <TextInput source="notes" label="Notes" multiline minRows={3} />
      </FullWidth>
      <FullWidth>
        <TagsInput />
      </FullWidth>
    </FormSection>
  </>
);

/** On edit an empty date of birth is not sent, so the stored one stays; the input says so. */
const BirthdayInput = () => {
  const known = useRecordContext<ContactRecord>()?.dateOfBirth;
  const typed: unknown = useWatch({ name: 'dateOfBirth' });
  const helperText = known && !typed ? `If this is empty, it stays ${shortDate(known, 'UTC')}.` : undefined;
  return <DateInput source="dateOfBirth" label="Date of Birth" {...(helperText && { helperText })} />;
};

/** The home location: one at which this user may have contacts, or the current one. */
const HomeLocationInput = () => {
  const { locations } = useLocationScope();
  const current = useRecordContext<ContactRecord>()?.homeLocation;
  const open = locations.filter(({ level }) => may(level, 'contacts:write'));
  const isElsewhere = current && !open.some(({ id }) => id === current.id);
  return (
    <SelectInput
      source="homeLocationId"
      label="Home Location"
      choices={isElsewhere ? [current, ...open] : open}
      optionText="name"
      emptyText="Select a location"
      isRequired
      margin="none"
    />
  );
};

const createForm = contactCreateBody.extend({ photo: z.instanceof(File).nullish() });
export type ContactCreateForm = z.output<typeof createForm>;

export const createResolver = zodResolver(createForm);
export const editResolver = zodResolver(contactEditForm);
