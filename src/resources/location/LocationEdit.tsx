import { zodResolver } from '@hookform/resolvers/zod';
import { BooleanInput, SelectInput, TextInput } from 'react-admin';
import { locationForm, type Location } from '#domain/contract/location.ts';
import { timeZones } from '#domain/reference/timeZones.ts';
import { normalizePhone } from '#domain/rules/phone.ts';
import { fractionOf, percentOf } from '#src/custom/ui/labels.ts';
import { CountryInput, PhoneInput, StateInput } from '#src/custom/forms/AddressInputs.tsx';
import { DecimalInput } from '#src/custom/forms/DecimalInput.tsx';
import { FormPage } from '#src/custom/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { EditPage } from '#src/custom/ui/RecordPage.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { backToLocation, locationPage } from './location.tsx';

/** The sections of a location, to change; the tax is a percent here and a fraction everywhere else. */
export const LocationEdit = ({ id }: { id: string }) => (
  <EditPage<LocationWithFees>
    {...locationPage}
    id={id}
    renderHeader={(location) => <PageHeader title={location?.name ?? 'Location'} subtitle="Edit location" back={backToLocation} />}
    showPath={paths.location.show}
    saved="Location updated successfully"
  >
    {(location) => (
      <FormPage record={formOf(location)} resolver={locationResolver} submitLabel="Save Changes" cancelTo={paths.location.show(id)}>
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
      </FormPage>
    )}
  </EditPage>
);

const zones = timeZones.map((name) => ({ id: name, name }));

/** What the form shows of a location: the rate as a percent. */
const formOf = (location: Location) => ({ ...location, salesTaxRate: percentOf(location.salesTaxRate) });

/** Checks the form and gives what is sent: the rate as a fraction, the phone number normalized. */
const locationResolver = zodResolver(
  locationForm.omit({ updatedAt: true }).transform(({ salesTaxRate, phone, ...rest }) => ({
    ...rest,
    salesTaxRate: fractionOf(salesTaxRate),
    phone: phone ? normalizePhone(phone) : null,
  })),
);
