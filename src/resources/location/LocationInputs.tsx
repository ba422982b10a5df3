import { BooleanInput, SelectInput, TextInput } from 'react-admin';
import { allTimeZones, timeZoneText } from '#domain/shared/timeZones.ts';
import type { LocationForm } from '#domain/locations/contract.ts';
import { cashRoundingLabels, cashRoundings } from '#domain/invoices/cashRounding.ts';
import { normalizePhone } from '#domain/shared/phone.ts';
import { toFraction } from '#domain/shared/percent.ts';
import { AddressInputs, CountryInput, PhoneInput } from '#src/ui/forms/AddressInputs.tsx';
import { AutocompleteInput } from '#src/ui/forms/AutocompleteInput.tsx';
import { DecimalInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormSection } from '#src/ui/forms/FormSection.tsx';

/** The sections of a location's form. The tax is a percent here and a fraction everywhere else. */
export const LocationInputs = () => (
  <>
    <FormSection title="Basic Information">
      <TextInput source="name" label="Location Name" isRequired autoComplete="off" />
      <TextInput source="email" label="Email" type="email" autoComplete="off" />
      <PhoneInput source="phone" label="Phone" autoComplete="off" />
      <AutocompleteInput source="timezone" label="Timezone" choices={zones} textOf={timeZoneText} isRequired />
      <DecimalInput source="salesTaxRate" label="Sales Tax Rate (%)" isRequired />
      <SelectInput
        source="cashRounding"
        label="Cash Rounding"
        choices={roundings}
        helperText="Only a total that is paid in cash is rounded. Tax and card payments stay exact."
        parse={Number}
      />
      <TextInput
        source="invoicePrefix"
        label="Invoice Prefix"
        autoComplete="off"
        helperText="How its invoice numbers begin, such as CHI for CHI-10423. Left empty, letters of the city."
      />
    </FormSection>
    <FormSection title="Address Information">
      <AddressInputs />
      <CountryInput isRequired />
    </FormSection>
    <FormSection title="Status">
      <BooleanInput source="isActive" label="Active" />
    </FormSection>
  </>
);

const roundings = cashRoundings.map((cents) => ({ id: cents, name: cashRoundingLabels[cents] }));

const zones = allTimeZones();

/** The form's values as they are sent: the rate as a fraction, the phone number normalized. */
export const sentLocation = <F extends Omit<LocationForm, 'updatedAt'>>({ salesTaxRate, phone, ...rest }: F) => ({
  ...rest,
  salesTaxRate: toFraction(salesTaxRate),
  phone: phone ? normalizePhone(phone) : null,
});
