import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormState } from 'react-hook-form';
import { lowWindow } from '#src/custom/theme/components.ts';

interface FormActionsProps {
  submitLabel: string;
  onCancel: () => void;
  cancelLabel?: string | undefined;
  isBlocked?: boolean | undefined;
}

/** The buttons under a form; they stay in sight while a long one is filled in. */
export const FormActions = ({ submitLabel, onCancel, cancelLabel = 'Cancel', isBlocked = false }: FormActionsProps) => {
  const { isSubmitting } = useFormState();
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
      <Button color="inherit" onClick={onCancel} disabled={isSubmitting}>
        {cancelLabel}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting} disabled={isBlocked}>
        {submitLabel}
      </Button>
    </Box>
  );
};
