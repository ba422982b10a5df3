import type { KeyboardEvent } from 'react';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { barcodeMaxLength, inventoryMax, nameMaxLength, notesMaxLength } from '#domain/shared/limits.ts';
import { PriceInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { CategoryInput } from './CategoryInput.tsx';

/** `isCostShown`: who may know it. */
export const SalesItemInputs = ({ isCostShown }: { isCostShown: boolean }) => {
  const isPhysical: unknown = useWatch({ name: 'isPhysicalItem' });
  return (
    <>
      <FormSection title="Item">
        <TextInput source="name" label="Name" isRequired slotProps={{ htmlInput: { maxLength: nameMaxLength } }} />
        <PriceInput source="price" label="Price" isRequired emptyValue={0} />
        <FullWidth>
          <TextInput
            source="description"
            label="Description"
            multiline
            minRows={3}
            slotProps={{ htmlInput: { maxLength: notesMaxLength } }}
          />
        </FullWidth>
      </FormSection>
      <FormSection title="At the Till" text="How the item is found and shown at the point of sale.">
        <CategoryInput />
        <TextInput
          source="barcode"
          label="Bar Code"
          helperText="Scan it here, or type it."
          autoComplete="off"
          onKeyDown={keepForm}
          slotProps={{ htmlInput: { maxLength: barcodeMaxLength } }}
        />
        <BooleanInput source="isFavorite" label="Favorite" helperText="Show first at the till." />
      </FormSection>
      <FormSection title="Inventory" text="Stock is tracked for physical items. Each sale reduces it.">
        <BooleanInput source="isPhysicalItem" label="Physical item" />
        {isCostShown && <PriceInput source="cost" label="Cost" helperText="What one piece costs the gym." />}
        {isPhysical === true && (
          <NumberInput
            source="inventoryQuantity"
            label="Inventory Quantity"
            isRequired
            min={0}
            max={inventoryMax}
            step={1}
            parse={numberOrZero}
          />
        )}
        {isPhysical === true && (
          <NumberInput
            source="lowStockLevel"
            label="Low-Stock Level"
            helperText="This many or fewer is low. Empty: only what is sold out."
            min={0}
            max={inventoryMax}
            step={1}
          />
        )}
      </FormSection>
      <FormSection title="Availability">
        <BooleanInput source="isActive" label="Active" helperText="An inactive item cannot be sold." />
        <BooleanInput
          source="isPublished"
          label="Published"
          helperText="An unpublished item can still be sold at the till."
        />
      </FormSection>
    </>
  );
};

/** A scanner ends with Enter, which would submit the form. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Number inputs parse to a number, else 0. */
const numberOrZero = (text: string) => Number.parseFloat(text) || 0;
