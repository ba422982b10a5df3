import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { inventoryMax, nameMaxLength, notesMaxLength } from '#domain/rules/limits.ts';
import { PriceInput } from '#src/custom/forms/DecimalInput.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';

/** The fields of a sales item, for adding and for editing. */
export const SalesItemInputs = () => {
  const isPhysical: unknown = useWatch({ name: 'isPhysicalItem' });
  return (
    <>
      <FormSection title="Item">
        <TextInput source="name" label="Name" isRequired slotProps={{ htmlInput: { maxLength: nameMaxLength } }} />
        <PriceInput source="price" label="Price" isRequired emptyValue={0} />
        <FullWidth>
          <TextInput source="description" label="Description" helperText={false} multiline minRows={3} slotProps={{ htmlInput: { maxLength: notesMaxLength } }} />
        </FullWidth>
      </FormSection>
      <FormSection title="Inventory" text="A physical item is counted; a sale takes from its stock.">
        <BooleanInput source="isPhysicalItem" label="Physical item" helperText={false} />
        {isPhysical === true && (
          <NumberInput source="inventoryQuantity" label="Inventory Quantity" isRequired min={0} max={inventoryMax} step={1} parse={numberOrZero} />
        )}
      </FormSection>
      <FormSection title="Availability">
        <BooleanInput source="isActive" label="Active" helperText="An inactive item cannot be sold." />
        <BooleanInput source="isPublished" label="Published" helperText="An unpublished item can still be sold at the till." />
      </FormSection>
    </>
  );
};

/** Number inputs parse to a number, else 0. */
const numberOrZero = (text: string) => Number.parseFloat(text) || 0;
