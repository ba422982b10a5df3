import { NumberInput, SelectInput, TextInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { may } from '#domain/shared/access.ts';
import { displayOrderMax } from '#domain/shared/limits.ts';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { PdfPicker } from './PdfPicker.tsx';

export const AgreementInputs = ({ companyId }: { companyId: string }) => {
  const { locations } = useLocationScope();
  const offered = locations.filter(
    (location) => location.companyId === companyId && may(location.level, 'agreements:write'),
  );
  return (
    <FormSection title="Agreement Information">
      <TextInput source="name" label="Name" isRequired autoComplete="off" />
      <SelectInput
        source="locationId"
        label="Location"
        choices={offered}
        optionText="name"
        emptyText={companyWide}
        helperText={locationHint}
      />
      <FullWidth>
        <TextInput source="description" label="Description" multiline minRows={3} />
      </FullWidth>
      <NumberInput
        source="displayOrder"
        label="Display Order"
        min={0}
        max={displayOrderMax}
        step={1}
        helperText="Lower appears first"
      />
    </FormSection>
  );
};

const companyWide = 'All locations';
const locationHint = 'Choose one to limit the agreement to that location';

export const PdfInput = () => {
  const { field, fieldState } = useController<{ pdf: File | null }>({ name: 'pdf' });
  return (
    <PdfPicker label="PDF document" file={field.value} onChange={field.onChange} error={fieldState.error?.message} />
  );
};
