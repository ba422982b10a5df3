import { Typography } from '@mui/material';
import { useState } from 'react';
import { DateInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { startReconciliationBody } from '#domain/reconciliations/contract.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { startReconciliation } from '#src/dataProvider/reconciliations.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { getNow } from '#src/clock.ts';

export const ReconcileDialog = ({ onClose }: { onClose: () => void }) => {
  const { companyId, timezone } = useSelectedLocation();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const [today] = useState(() => todayIn(timezone, getNow()));
  const save = async (values: FieldValues) => {
    const { id } = await startReconciliation(startReconciliationBody.parse({ ...values, companyId }));
    await navigate(paths.reconciliations.show(id));
    notify('Reconciliation started', { type: 'success' });
  };
  return (
    <FormDialog
      title="Reconcile now"
      draftOf={`reconciliation of ${companyId}`}
      resolver={resolver}
      defaultValues={{ companyId, from: addDays(today, -6), to: today }}
      onSubmit={save}
      failed="The reconciliation was not started"
      submitLabel="Reconcile"
      onClose={onClose}
    >
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Compares the payments, invoices and cash of these days with Stripe and with each other. Nothing is changed.
      </Typography>
      <FormError />
      <DateInput source="from" label="First day" isRequired slotProps={{ htmlInput: { max: today } }} />
      <DateInput source="to" label="Last day" isRequired slotProps={{ htmlInput: { max: today } }} />
    </FormDialog>
  );
};

const resolver = formResolver(startReconciliationBody);
