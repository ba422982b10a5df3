import { Alert } from '@mui/material';
import { useEffect } from 'react';
import { BooleanInput, RadioButtonGroupInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  cardMethod,
  deskMethods,
  drawerMethod,
  paymentMethodRules,
  type PaymentMethod,
} from '#domain/invoices/paymentMethods.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useSettings } from '#src/dataProvider/settings.ts';

export const PlanPayment = ({ isWaived, hasSavedCard }: { isWaived: boolean; hasSavedCard: boolean }) => {
  const method = useWatch({ name: 'method' }) as PaymentMethod;
  const { setValue } = useFormContext();
  const offered = hasSavedCard ? methods : methods.filter(({ id }) => id !== cardMethod);
  useEffect(() => {
    if (!hasSavedCard && method === cardMethod) setValue('method', drawerMethod);
  }, [hasSavedCard, method, setValue]);
  return (
    <>
      <BooleanInput source="waiveDifference" label="Waive the prorated difference" />
      {!isWaived && (
        <RadioButtonGroupInput
          source="method"
          label="Payment"
          choices={offered}
          row={false}
          helperText={hasSavedCard ? false : 'No saved card can be charged.'}
        />
      )}
      {!isWaived && paymentMethodRules[method].isNamed && <OtherMethod />}
    </>
  );
};

const methods = [
  { id: 'card', name: 'Saved card: it is charged at once' },
  ...deskMethods.map((id) => ({ id, name: paymentMethodRules[id].label })),
];

const OtherMethod = () => {
  const { company } = useSelectedLocation();
  const { data, error, isPending } = useSettings(company.id);
  if (error) return <Alert severity="error">Couldn’t load payment methods</Alert>;
  const names = data?.payments.otherMethods ?? [];
  if (!isPending && names.length === 0)
    return <Alert severity="info">No other payment methods are set up. An admin can add them in the settings.</Alert>;
  return (
    <>
      <SelectInput
        source="otherMethod"
        label="Payment method"
        choices={names.map((id) => ({ id, name: id }))}
        isPending={isPending}
        isRequired
      />
      <TextInput source="reference" label="Reference (optional)" />
    </>
  );
};
