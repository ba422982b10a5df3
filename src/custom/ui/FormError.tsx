import Alert from '@mui/material/Alert';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

interface FormErrorProps {
  action?: ReactNode;
}

/** Why a form could not be saved, in the server's sentence; see `formErrors`. */
export const FormError = ({ action }: FormErrorProps) => {
  const { errors, submitCount } = useFormState();
  const message = errors.root?.['serverError']?.message;
  return typeof message === 'string' && message !== '' ? <Refusal key={`${submitCount} ${message}`} text={message} action={action} /> : null;
};

/**
 * Leads to the first field that was refused. Without one it takes the focus where it is lost: the button that was
 * pressed could not keep it while it was busy.
 */
const Refusal = ({ text, action }: FormErrorProps & { text: string }) => {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrongField = alert.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrongField) wrongField.focus();
    else if (document.activeElement === document.body) alert.current?.focus();
  }, []);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" action={action}>
      {text}
    </Alert>
  );
};
