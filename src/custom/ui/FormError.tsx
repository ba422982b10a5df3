import Alert from '@mui/material/Alert';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

/** Why a form could not be saved, in the server's sentence; see `formErrors`. */
export const FormError = ({ action }: { action?: ReactNode }) => {
  const { errors } = useFormState();
  const message = errors.root?.['serverError']?.message;
  const text = typeof message === 'string' ? message : '';
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed could not keep the focus while it was busy.
  useEffect(() => {
    if (document.activeElement === document.body) alert.current?.focus();
  }, [text]);
  return text ? (
    <Alert ref={alert} tabIndex={-1} severity="error" action={action}>
      {text}
    </Alert>
  ) : null;
};
