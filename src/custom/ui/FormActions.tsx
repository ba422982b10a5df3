import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { lowWindow } from '#src/custom/theme/components.ts';

interface FormActionsProps {
  submitLabel: string;
  onCancel: () => void;
  cancelLabel?: string | undefined;
  isBlocked?: boolean | undefined;
}

/** The buttons under a form; they stay in sight while a long one is filled in. Cancel restores what was there, unasked. */
export const FormActions = ({ submitLabel, onCancel, cancelLabel = 'Cancel', isBlocked = false }: FormActionsProps) => {
  const { isSubmitting } = useFormState();
  const { reset } = useFormContext();
  const cancel = () => {
    // Drawn at once, so that `LeaveWarning` knows that nothing is unsaved any more before the page is left.
    flushSync(() => reset());
    onCancel();
  };
  return (
    <Box
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
        {cancelLabel}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting} disabled={isBlocked}>
        {submitLabel}
      </Button>
    </Box>
  );
};
