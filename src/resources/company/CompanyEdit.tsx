import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { BooleanInput, TextInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { companyUpdateBody } from '#domain/contract/company.ts';
import { normalizePhone } from '#domain/rules/phone.ts';
import { CountryInput, PhoneInput, StateInput } from '#src/custom/forms/AddressInputs.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { useSaveChanges } from '#src/custom/ui/useSaveChanges.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { CompanyRecord } from '#src/dataProvider/company.ts';
import { paths } from '#src/paths.ts';

/** The company's form. Cancel reverts what was typed and goes back to reading. */
export const CompanyEdit = ({ company }: { company: CompanyRecord }) => {
  // A newer copy that arrives meanwhile must not take away what is being typed.
  const [record] = useState(() => ({ ...company, country: company.country || undefined }));
  const navigate = useNavigate();
  const save = useSaveChanges({
    resource: 'company',
    record,
    fallback: 'Failed to update company',
    onSaved: () => void navigate(paths.company.home, withSuccess('Company updated successfully')),
  });
  return (
    <FormPage
      resolver={resolver}
      record={record}
      onSubmit={save}
      submitLabel="Save Changes"
      onCancel={() => void navigate(paths.company.tab('info'))}
    >
      <FormSection title="Company Information">
        <TextInput source="name" label="Company Name" isRequired autoComplete="off" />
        <TextInput source="email" label="Email" type="email" autoComplete="off" />
        <PhoneInput source="phone" label="Phone" autoComplete="off" />
        <TextInput source="website" label="Website" autoComplete="off" />
        <FullWidth>
          <BooleanInput source="isActive" label="Active" />
        </FullWidth>
      </FormSection>
      <FormSection title="Address">
        <FullWidth>
          <TextInput source="address" label="Street Address" autoComplete="off" />
        </FullWidth>
        <TextInput source="city" label="City" autoComplete="off" />
        <StateInput />
        <TextInput source="zipCode" label="Zip Code" autoComplete="off" />
        <CountryInput />
      </FormSection>
      <FormError />
    </FormPage>
  );
};

const resolver = zodResolver(
  companyUpdateBody
    .omit({ updatedAt: true })
    .transform(({ phone, ...rest }) => ({ ...rest, phone: phone ? normalizePhone(phone) : null })),
);
