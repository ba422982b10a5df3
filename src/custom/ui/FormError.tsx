import Alert from '@mui/material/Alert';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';

interface FormErrorProps {
  action?: ReactNode;
}

/** Why a form could not be saved, in the server's sentence; see `formErrors`. */
export const FormError = ({ action }: FormErrorProps) => {
  const { errors } = useFormState();
  const message = errors.root?.['serverError']?.message;
  return typeof message === 'string' && message !== '' ? <Refusal key={message} text={message} action={action} /> : null;
};

/** Takes the focus where it is lost: the button that was pressed could not keep it while it was busy. */
const Refusal = ({ text, action }: FormErrorProps & { text: string }) => {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) alert.current?.focus();
  }, []);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" action={action}>
      {text}
    </Alert>
  );
};
