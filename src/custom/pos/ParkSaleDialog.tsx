import { Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { TextInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ParkSaleBody } from '#domain/pos/parkedSalesContract.ts';
import { parkedNoteMaxLength, parkedSaleDays } from '#domain/shared/limits.ts';
import { hasFinePointer } from '#src/ui/dom.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { UnansweredNotice } from '#src/ui/forms/UnansweredNotice.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { isSameBody, openCall } from '#src/dataProvider/attempts.ts';
import { sendCall, useUnanswered } from '#src/dataProvider/useIdempotentMutation.ts';
import { chooseCustomer } from './customerPlace.ts';
import { soldIn } from './tillState.ts';
import { useWithdrawParking } from './useParkedSales.ts';
import { useTill } from './useTillState.ts';

export const ParkSaleDialog = ({ onClose }: { onClose: () => void }) => {
  const { cart, discount, contact, parking = '', toParking, clear } = useTill();
  const { id: locationId } = useSelectedLocation();
  const notify = useNotify();
  const withdrawParking = useWithdrawParking();
  const sold = { locationId, contactId: contact?.id ?? null, ...soldIn({ cart, discount }) };
  // With a different note it would be a different sale, and this one may already be parked.
  const asked = useUnanswered<ParkSaleBody>(parking);
  const isAsked = asked !== undefined && isSameBody({ ...asked, note: undefined }, sold);
  const isParked = useRef(false);
  // The button that opened the dialog is gone with the cart. As at the start of each sale, the customer is next.
  useEffect(() => () => void (isParked.current && hasFinePointer() && chooseCustomer()), []);
  const park = async ({ note }: FieldValues) => {
    const sale = isAsked ? asked : { ...sold, note: note?.trim() || undefined };
    // The cart was changed since, and only what it holds now is to be parked.
    if (!isAsked) await withdrawParking();
    const {
      attempt: { key },
      wasSent,
    } = openCall(toParking(), sale);
    await sendCall(key, () => posActions.parkSale(sale, key), wasSent);
    clear();
    isParked.current = true;
    notify('Sale parked', { type: 'success' });
  };
  return (
    <FormDialog
      title="Park sale"
      maxWidth="xs"
      draftOf={`parked sale at ${locationId}`}
      defaultValues={{ note: asked?.note ?? '' }}
      onSubmit={park}
      failed="Failed to park the sale"
      submitLabel="Park sale"
      onClose={onClose}
    >
      <UnansweredNotice isAsked={isAsked} />
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {`Any till at this location can resume it for ${parkedSaleDays} days. Nothing is sold or reserved until then.`}
      </Typography>
      <FormError />
      <TextInput
        source="note"
        label="Note (optional)"
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: parkedNoteMaxLength, readOnly: isAsked } }}
      />
    </FormDialog>
  );
};
