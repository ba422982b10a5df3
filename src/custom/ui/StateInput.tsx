import { SelectInput, type SelectInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { states } from '#domain/reference/states.ts';

/** A US state. What is stored and is none of them, as of another country, stays a choice. */
export const StateInput = ({ source = 'state', ...props }: Partial<SelectInputProps>) => {
  const current: unknown = useWatch({ name: source });
  const isOther = typeof current === 'string' && current !== '' && !states.some(({ code }) => code === current);
  const choices = [...states, ...(isOther ? [{ code: current, name: current }] : [])];
  return <SelectInput source={source} label="State" choices={choices} optionValue="code" optionText="name" margin="none" {...props} />;
};
