import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { lowWindow } from '../theme/components.ts';
import { SubmitError } from './SubmitError.tsx';

interface FormActionsProps {
  submitLabel: string;
  onCancel: () => void;
}

/** The buttons under a form, which stay visible while it is scrolled. Cancel restores the saved values without asking. */
export const FormActions = ({ submitLabel, onCancel }: FormActionsProps) => {
  const { isSubmitting } = useFormState();
  const { reset } = useFormContext();
  const cancel = () => {
    // Rendered synchronously, so that `LeaveWarning` knows that nothing is unsaved.
    flushSync(() => reset());
    onCancel();
  };
  return (
    <Box
      className="bottom-bar"
      sx={{
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
      }}
    >
      <Button color="inherit" onClick={cancel} disabled={isSubmitting}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </Box>
  );
};

/** The server's message about a form that could not be saved; see `formErrors`. */
export const FormError = ({ action }: { action?: ReactNode }) => {
  const { errors, submitCount } = useFormState();
  const message = errors.root?.['serverError']?.message;
  return typeof message === 'string' && message !== '' ? (
    <SubmitError key={`${submitCount} ${message}`} action={action}>
      {message}
    </SubmitError>
  ) : null;
};
