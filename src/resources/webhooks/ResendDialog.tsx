import { Typography } from '@mui/material';
import { useState } from 'react';
import { DateInput, useNotify } from 'react-admin';
import { z } from 'zod';
import { eventDays } from '#domain/events/contract.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { calendarDate } from '#domain/shared/fields.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { getNow } from '#src/clock.ts';

export const ResendDialog = ({ endpointId, onClose }: { endpointId: string; onClose: () => void }) => {
  const { timezone } = useSelectedLocation();
  const notify = useNotify();
  const { mutateAsync: resend } = useIdempotentMutation({
    name: `resend.${endpointId}`,
    mutationFn: (since: string, key) => webhookActions.resendWebhooksSince(endpointId, since, key),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
  });
  const [today] = useState(() => todayIn(timezone, getNow()));
  return (
    <FormDialog
      title="Resend events"
      draftOf={`resend to ${endpointId}`}
      resolver={resolver}
      defaultValues={{ since: today }}
      onSubmit={(values) => resend(startOfDay(timezone, schema.parse(values).since).toISOString())}
      failed="The events were not sent again"
      submitLabel="Resend"
      onClose={onClose}
    >
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Sends every event since the beginning of this day again, also those that were delivered. Receivers know them by
        their id.
      </Typography>
      <FormError />
      <DateInput
        source="since"
        label="Since"
        isRequired
        slotProps={{ htmlInput: { min: addDays(today, -eventDays), max: today } }}
      />
    </FormDialog>
  );
};

const schema = z.object({ since: calendarDate('Enter the day as YYYY-MM-DD') });
const resolver = formResolver(schema);
