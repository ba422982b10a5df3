import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Form, type FormProps } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { FormDraft } from './FormDraft.tsx';
import { FormActions, FormError } from './FormActions.tsx';
import { LeaveWarning } from './LeaveWarning.tsx';

interface FormPageProps extends Pick<FormProps, 'resolver' | 'defaultValues' | 'record' | 'onSubmit'> {
  submitLabel: string;
  /** The page that Cancel opens, or a function that it calls instead. */
  cancelTo?: string;
  onCancel?: () => void;
  errorAction?: ReactNode;
  children: ReactNode;
}

/**
 * The form of a `CreatePage` or an `EditPage`, which save it: its sections, its buttons, and the protection of unsaved changes.
 * Leaving or switching the location asks first, and a draft is kept if the session ends. The resolver comes from the contract;
 * the server's field errors appear under the inputs.
 */
export const FormPage = ({ submitLabel, cancelTo, onCancel, errorAction, children, ...form }: FormPageProps) => {
  const { pathname } = useLocation();
  const { selected } = useLocationScope();
  const navigate = useNavigate();
  // A new record belongs to the location where it is added.
  const about = form.record?.id ?? `new at ${selected?.id ?? 'no location'}`;
  return (
    <Form noValidate mode="onSubmit" reValidateMode="onChange" disableInvalidFormNotification {...form}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 1080 }}>
        <FormDraft of={`${pathname} ${about}`} />
        {children}
        <FormError action={errorAction} />
        <FormActions submitLabel={submitLabel} onCancel={onCancel ?? (() => void navigate(cancelTo ?? '..'))} />
      </Box>
      <LeaveWarning />
    </Form>
  );
};
