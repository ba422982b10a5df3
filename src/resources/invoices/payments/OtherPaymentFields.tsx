import { Alert, Box, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { otherMethodMissing } from '#domain/invoices/paymentsContract.ts';
import { paymentReferenceMaxLength } from '#domain/shared/limits.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useSettings } from '#src/dataProvider/settings.ts';
import { twoColumns } from '#src/ui/forms/FormSection.tsx';

export interface OtherPayment {
  readonly otherMethod: string;
  readonly reference?: string | undefined;
}

export const useOtherPayment = (companyId: string, initial: Partial<OtherPayment> = {}) => {
  const { data, isLoadingError, isPending, refetch } = useSettings(companyId);
  const methods = data?.payments.otherMethods ?? [];
  const [chosen, setChosen] = useState(initial.otherMethod);
  const [reference, setReference] = useState(initial.reference ?? '');
  const [isTried, setTried] = useState(false);
  const only = methods.length === 1 ? methods[0] : undefined;
  const otherMethod = chosen ?? only;
  /** The entered payment; null, with an error under the field, without a method. */
  const read = (): OtherPayment | null => {
    setTried(true);
    return otherMethod === undefined ? null : { otherMethod, ...(reference.trim() && { reference: reference.trim() }) };
  };
  const isMissing = isTried && otherMethod === undefined;
  return {
    methods,
    otherMethod,
    setChosen,
    reference,
    setReference,
    isMissing,
    read,
    isLoadingError,
    isPending,
    refetch,
    isBlocked: methods.length === 0,
  };
};

interface OtherPaymentFieldsProps {
  other: ReturnType<typeof useOtherPayment>;
  isFixed?: boolean;
}

export const OtherPaymentFields = ({ other, isFixed = false }: OtherPaymentFieldsProps) => {
  if (other.isLoadingError)
    return <ErrorState text="Couldn’t load payment methods" onRetry={() => void other.refetch()} />;
  if (other.isPending)
    return (
      <Box sx={{ height: { xs: 158, sm: 60 } }}>
        <SkeletonBlock lines={2} />
      </Box>
    );
  if (other.methods.length === 0)
    return <Alert severity="info">No other payment methods are set up. An admin can add them in the settings.</Alert>;
  const offered =
    other.otherMethod === undefined || other.methods.includes(other.otherMethod)
      ? other.methods
      : [other.otherMethod, ...other.methods];
  return (
    <Box sx={twoColumns}>
      <TextField
        select
        required
        label="Payment method"
        value={other.otherMethod ?? ''}
        onChange={(event) => other.setChosen(event.target.value)}
        disabled={isFixed}
        error={other.isMissing}
        helperText={other.isMissing && otherMethodMissing}
      >
        {offered.map((method) => (
          <MenuItem key={method} value={method}>
            {method}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Reference (optional)"
        value={other.reference}
        onChange={(event) => other.setReference(event.target.value)}
        disabled={isFixed}
        slotProps={{ htmlInput: { maxLength: paymentReferenceMaxLength, autoComplete: 'off' } }}
      />
    </Box>
  );
};
