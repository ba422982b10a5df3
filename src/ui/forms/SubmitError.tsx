import { Alert, type AlertProps } from '@mui/material';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { visuallyHidden } from '../dom.ts';

interface SubmitErrorProps {
  children: ReactNode;
  severity?: AlertProps['severity'];
  action?: ReactNode;
}

/**
 * Stands beside what was pressed. It moves the focus to the first invalid field, or else takes the focus itself if nothing has it:
 * the button lost it while it was busy, and a dialog then has it as a whole. What stands below a field is not shown twice, also
 * while that field is being corrected.
 */
export const SubmitError = ({ children, severity = 'error', action }: SubmitErrorProps) => {
  const alert = useRef<HTMLDivElement>(null);
  const [saidAtField, setSaidAtField] = useState<ReactNode>();
  useLayoutEffect(() => {
    const form = alert.current?.closest('form');
    if (typeof children === 'string' && form && isSaidAtField(form, children)) setSaidAtField(children);
  }, [children]);
  useEffect(() => {
    const wrongField = alert.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrongField) wrongField.focus();
    else if (document.activeElement?.contains(alert.current)) alert.current?.focus();
  }, []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      severity={severity}
      action={action}
      style={saidAtField === children ? visuallyHidden : undefined}
    >
      {children}
    </Alert>
  );
};

const isSaidAtField = (form: HTMLFormElement, message: string) =>
  [...form.querySelectorAll('[aria-describedby]')]
    .flatMap((field) => field.getAttribute('aria-describedby')?.split(' ') ?? [])
    .some((id) => document.getElementById(id)?.textContent.includes(message));
