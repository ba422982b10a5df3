import { SelectInput, TextInput, type SelectInputProps, type TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { addressLabels } from '#domain/shared/addressLabels.ts';
import { allCountries } from '#domain/shared/countries.ts';
import { states } from '#domain/shared/states.ts';
import { maskPhone } from '#domain/shared/phone.ts';
import { AutocompleteInput } from './AutocompleteInput.tsx';
import { FullWidth } from './FormSection.tsx';

export const AddressInputs = () => (
  <>
    <FullWidth>
      <TextInput source="address" label={addressLabels.address} autoComplete="off" />
    </FullWidth>
    <TextInput source="city" label={addressLabels.city} autoComplete="off" />
    <StateInput />
    <TextInput source="zipCode" label={addressLabels.zipCode} autoComplete="off" />
  </>
);

/** A US state. A stored value that is not one of them, as for another country, stays available. */
export const StateInput = ({ source = 'state', ...props }: Partial<SelectInputProps>) => {
  const current: unknown = useWatch({ name: source });
  const isOther = typeof current === 'string' && current !== '' && !states.some(({ code }) => code === current);
  const choices = [...states, ...(isOther ? [{ code: current, name: current }] : [])];
  return (
    <SelectInput
      source={source}
      label={addressLabels.state}
      choices={choices}
      optionValue="code"
      optionText="name"
      margin="none"
      {...props}
    />
  );
};

export const CountryInput = ({ isRequired = false }: { isRequired?: boolean }) => (
  <AutocompleteInput source="country" label="Country" choices={allCountries} isRequired={isRequired} />
);

/** A phone number, formatted as it is typed; the contract normalizes it before it is sent. */
export const PhoneInput = (props: TextInputProps) => (
  <TextInput type="tel" format={maskInput} parse={maskInput} {...props} />
);

const maskInput = (value: string | null | undefined) => maskPhone(value ?? '');
