import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

/** Why a form could not be saved, in the server's sentence; see `formErrors`. */
export const FormError = ({ action }: { action?: ReactNode }) => {
  const { errors } = useFormState();
  const message = errors.root?.['serverError']?.message;
  return typeof message === 'string' && message !== '' ? (
    <Alert severity="error" action={action}>
      {message}
    </Alert>
  ) : null;
};
