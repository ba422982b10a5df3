import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Link } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { DateInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { contactLabels } from '#domain/contacts/contactLabels.ts';
import { contactCreateBody, contactEditForm } from '#domain/contacts/contract.ts';
import { may } from '#domain/shared/access.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { addressItems, DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField, EmailText } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { AddressInputs, PhoneInput } from '#src/ui/forms/AddressInputs.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { MovedBilling } from './memberships/MovedBilling.tsx';
import { TagChips } from './tags/TagChips.tsx';
import { TagsInput } from './tags/TagsInput.tsx';

export const ContactInputs = ({ hint, autoFocus = false }: { hint?: ReactNode; autoFocus?: boolean }) => (
  <>
    <FormSection title="Basic Information">
      <TextInput {...field('firstName')} isRequired autoFocus={autoFocus} />
      <TextInput {...field('lastName')} isRequired />
      <TextInput {...field('email')} type="email" isRequired />
      <PhoneInput {...field('phone')} />
      <BirthdayInput />
      <HomeLocationInput />
      {hint && <FullWidth>{hint}</FullWidth>}
    </FormSection>
    <FormSection title="Address">
      <AddressInputs />
    </FormSection>
    <FormSection title="Emergency Contact">
      <TextInput {...field('emergencyContactName')} />
      <PhoneInput {...field('emergencyContactPhone')} />
    </FormSection>
    <FormSection title="Additional Information">
      <FullWidth>
        <TextInput source="notes" label={contactLabels.notes} multiline minRows={3} />
      </FullWidth>
      <FullWidth>
        <TagsInput />
      </FullWidth>
    </FormSection>
  </>
);

const field = (source: keyof typeof contactLabels) => ({ source, label: contactLabels[source], autoComplete: 'off' });

/** The same fields read-only, on the information tab: what the desk may need in a hurry first, and no empty fields unless asked for. */
export const ContactValues = ({ contact, actions }: { contact: ContactRecord; actions: ReactNode }) => {
  const [isWhole, setWhole] = useState(false);
  const homeLocation = useHomeLocationName(contact);
  const basic = [
    { label: contactLabels.firstName, value: contact.firstName },
    { label: contactLabels.lastName, value: contact.lastName },
    { label: contactLabels.email, value: contact.email && <EmailLink email={contact.email} /> },
    { label: contactLabels.phone, value: contact.phone && <PhoneLink phone={contact.phone} /> },
    { label: contactLabels.dateOfBirth, value: contact.dateOfBirth && <DateField value={contact.dateOfBirth} /> },
    { label: contactLabels.homeLocation, value: homeLocation },
    { label: contactLabels.createdAt, value: <DateField value={contact.createdAt} /> },
  ];
  const sections = [
    {
      title: 'Emergency Contact',
      items: [
        { label: contactLabels.emergencyContactName, value: contact.emergencyContactName },
        {
          label: contactLabels.emergencyContactPhone,
          value: contact.emergencyContactPhone && <PhoneLink phone={contact.emergencyContactPhone} />,
        },
      ],
    },
    { title: 'Basic Information', items: basic, actions },
    { title: 'Address', items: addressItems(contact) },
    {
      title: 'Additional Information',
      items: [
        {
          label: contactLabels.tags,
          value: contact.tags?.length ? <TagChips tags={contact.tags} /> : undefined,
          isWide: true,
        },
      ],
    },
  ];
  const empty = sections.flatMap(({ items }) => items.filter(({ value }) => !value)).length;
  return (
    <>
      {sections.map(({ items, ...section }) => {
        const filledItems = isWhole ? items : items.filter(({ value }) => value);
        return (
          filledItems.length > 0 && (
            <Section key={section.title} {...section}>
              <DescriptionList columns={3} items={filledItems} />
            </Section>
          )
        );
      })}
      {empty > 0 && (
        <Button
          color="inherit"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          sx={{ justifySelf: 'start' }}
        >
          {isWhole ? 'Hide empty fields' : `Show ${pluralize(empty, 'empty field')}`}
        </Button>
      )}
    </>
  );
};

const EmailLink = ({ email }: { email: string }) => (
  <Link href={`mailto:${email}`} sx={besideText}>
    <EmailText email={email} />
  </Link>
);

const PhoneLink = ({ phone }: { phone: string }) => (
  <Link href={`tel:${phone}`} sx={besideText}>
    {displayPhone(phone)}
  </Link>
);

/** High enough for a finger on a phone. */
const besideText = { display: 'inline-block', py: { xs: '10px', sm: 0 } } as const;

/** On edit an empty date of birth is not sent, so the stored one stays; the input says so. */
const BirthdayInput = () => {
  const stored = useRecordContext<ContactRecord>()?.dateOfBirth;
  const typed: unknown = useWatch({ name: 'dateOfBirth' });
  const helperText = stored && !typed ? `If this is empty, it stays ${shortDate(stored, 'UTC')}.` : undefined;
  return <DateInput source="dateOfBirth" label={contactLabels.dateOfBirth} {...(helperText && { helperText })} />;
};

/** The home location: one at which this user may have contacts, or the current one. */
const HomeLocationInput = () => {
  const { locations } = useLocationScope();
  const contact = useRecordContext<ContactRecord>();
  const current = contact?.homeLocation;
  const open = locations.filter(({ level }) => may(level, 'contacts:write'));
  const isElsewhere = current && !open.some(({ id }) => id === current.id);
  const chosen = useWatch<{ homeLocationId?: string }, 'homeLocationId'>({ name: 'homeLocationId' });
  const moved = contact?.id && chosen !== contact.homeLocationId ? open.find(({ id }) => id === chosen) : undefined;
  return (
    <SelectInput
      source="homeLocationId"
      label={contactLabels.homeLocation}
      choices={isElsewhere ? [current, ...open] : open}
      optionText="name"
      emptyText="Select a location"
      isRequired
      margin="none"
      helperText={contact && moved && <MovedBilling contactId={contact.id} to={moved.name} />}
    />
  );
};

/** The name of the contact's home location. The response to an edit does not include it, so it is looked up among the user's locations. */
const useHomeLocationName = ({ homeLocation, homeLocationId }: ContactRecord): string | undefined => {
  const { locations } = useLocationScope();
  return homeLocation?.id === homeLocationId
    ? homeLocation.name
    : locations.find(({ id }) => id === homeLocationId)?.name;
};

const createForm = contactCreateBody.extend({ photo: z.instanceof(File).nullish() });
export type ContactCreateForm = z.output<typeof createForm>;

export const createResolver = zodResolver(createForm);
export const editResolver = zodResolver(contactEditForm);
