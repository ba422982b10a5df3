import { zodResolver } from '@hookform/resolvers/zod';
import { BooleanInput, TextInput } from 'react-admin';
import { companyUpdateBody } from '#domain/companies/contract.ts';
import { normalizePhone } from '#domain/shared/phone.ts';
import { AddressInputs, CountryInput, PhoneInput } from '#src/ui/forms/AddressInputs.tsx';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import type { CompanyRecord } from '#src/dataProvider/company.ts';
import { paths } from '#src/paths.ts';
import { companyPageProps } from './companyPageProps.tsx';

export const CompanyEdit = ({ id }: { id: string }) => (
  <EditPage<CompanyRecord> {...companyPageProps} id={id} showPath={() => paths.company.home} saved="Company updated">
    {(company) => (
      <FormPage
        record={{ ...company, country: company.country || undefined }}
        resolver={resolver}
        submitLabel="Save changes"
        cancelTo={paths.company.tab('info')}
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
          <AddressInputs />
          <CountryInput />
        </FormSection>
      </FormPage>
    )}
  </EditPage>
);

const resolver = zodResolver(
  companyUpdateBody
    .omit({ updatedAt: true })
    .transform(({ phone, ...rest }) => ({ ...rest, phone: phone ? normalizePhone(phone) : null })),
);
