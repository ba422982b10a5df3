import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Form, type FormProps } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { FormActions } from '#src/custom/forms/FormActions.tsx';
import { FormDraft } from '#src/custom/forms/FormDraft.tsx';
import { LeaveWarning } from '#src/custom/forms/LeaveWarning.tsx';

interface FormPageProps extends Pick<FormProps, 'resolver' | 'defaultValues' | 'record' | 'onSubmit'> {
  submitLabel: string;
  onCancel: () => void;
  cancelLabel?: string;
  /** Held back for another reason than a mistake in a field. */
  isBlocked?: boolean;
  children: ReactNode;
}

/**
 * A form with its sections, its buttons and its care for what was typed: leaving or switching the location asks first,
 * and a session that ends meanwhile costs nothing. Stands below `CreateBase` or `EditBase` (pessimistic), or brings its
 * own `onSubmit`. The resolver comes from the contract; the server's field errors appear under the inputs.
 */
export const FormPage = ({ submitLabel, onCancel, cancelLabel, isBlocked, children, ...form }: FormPageProps) => {
  const { pathname } = useLocation();
  const { selected } = useLocationScope();
  // What is added belongs to the location it is added at.
  const about = form.record?.id ?? `new at ${selected?.id ?? 'no location'}`;
  return (
    <Form noValidate mode="onSubmit" reValidateMode="onChange" disableInvalidFormNotification {...form}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 1080 }}>
        <FormDraft of={`${pathname} ${about}`} />
        {children}
        <FormActions submitLabel={submitLabel} onCancel={onCancel} cancelLabel={cancelLabel} isBlocked={isBlocked} />
      </Box>
      <LeaveWarning />
    </Form>
  );
};
