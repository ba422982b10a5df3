import { Alert, type AlertProps } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';

interface SubmitErrorProps {
  children: ReactNode;
  severity?: AlertProps['severity'];
  action?: ReactNode;
  /** It stands below the invalid field already, which only needs the focus. */
  isSaid?: boolean;
}

/**
 * Stands beside what was pressed. It moves the focus to the first invalid field, or else takes the focus itself if nothing has it:
 * the button lost it while it was busy, and a dialog then has it as a whole.
 */
export const SubmitError = ({ children, severity = 'error', action, isSaid = false }: SubmitErrorProps) => {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrongField = alert.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrongField) wrongField.focus();
    else if (document.activeElement?.contains(alert.current)) alert.current?.focus();
  }, []);
  return (
    <Alert ref={alert} tabIndex={-1} severity={severity} action={action} style={isSaid ? hidden : undefined}>
      {children}
    </Alert>
  );
};

const hidden = { display: 'none' } as const;
