import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Form, type FormProps } from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { lowWindow } from '#src/custom/theme/components.ts';
import { FormDraft } from './FormDraft.tsx';
import { FormError } from './FormError.tsx';
import { LeaveWarning } from './LeaveWarning.tsx';

interface FormPageProps extends Pick<FormProps, 'resolver' | 'defaultValues' | 'record' | 'onSubmit'>, FormActionsProps {
  /** A button beside the reason why the form could not be saved. */
  errorAction?: ReactNode;
  children: ReactNode;
}

/**
 * The form of a `CreatePage` or an `EditPage`, which save it: its sections, its buttons and its care for what was typed.
 * Leaving or switching the location asks first, and a session that ends meanwhile costs nothing. The resolver comes from
 * the contract; the server's field errors appear under the inputs.
 */
export const FormPage = ({ submitLabel, cancelTo, onCancel, errorAction, children, ...form }: FormPageProps) => {
  const { pathname } = useLocation();
  const { selected } = useLocationScope();
  // What is added belongs to the location it is added at.
  const about = form.record?.id ?? `new at ${selected?.id ?? 'no location'}`;
  return (
    <Form noValidate mode="onSubmit" reValidateMode="onChange" disableInvalidFormNotification {...form}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 1080 }}>
        <FormDraft of={`${pathname} ${about}`} />
        {children}
        <FormError action={errorAction} />
        <FormActions submitLabel={submitLabel} cancelTo={cancelTo} onCancel={onCancel} />
      </Box>
      <LeaveWarning />
    </Form>
  );
};

interface FormActionsProps {
  submitLabel: string;
  /** The page that Cancel leads to, or what it does instead. */
  cancelTo?: string | undefined;
  onCancel?: (() => void) | undefined;
}

/** The buttons under a form; they stay in sight while a long one is filled in. Cancel restores what was there, unasked. */
export const FormActions = ({ submitLabel, cancelTo, onCancel }: FormActionsProps) => {
  const { isSubmitting } = useFormState();
  const { reset } = useFormContext();
  const navigate = useNavigate();
  const cancel = () => {
    // Drawn at once, so that `LeaveWarning` knows that nothing is unsaved any more before the page is left.
    flushSync(() => reset());
    if (onCancel) onCancel();
    else if (cancelTo) void navigate(cancelTo);
  };
  return (
    <Box sx={actions}>
      <Button color="inherit" onClick={cancel} disabled={isSubmitting}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </Box>
  );
};

const actions = {
  position: 'sticky',
  [lowWindow]: { position: 'static' },
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  displayPrint: 'none',
  justifyContent: 'flex-end',
  gap: 1,
  py: 1.5,
  bgcolor: 'background.default',
  borderTop: 1,
  borderColor: 'divider',
} as const;
