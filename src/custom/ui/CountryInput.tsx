import { SelectInput, type SelectInputProps } from 'react-admin';
import { countries } from '#domain/reference/countries.ts';

export const CountryInput = ({ source = 'country', ...props }: Partial<SelectInputProps>) => (
  <SelectInput source={source} label="Country" choices={choices} {...props} />
);

const choices = countries.map((name) => ({ id: name, name }));
