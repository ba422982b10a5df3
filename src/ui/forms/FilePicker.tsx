import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { AlertDialog } from '#src/ui/ConfirmDialog.tsx';

interface FilePickerProps {
  label: string;
  /** As in 'Choose PDF'. */
  noun: string;
  /** Says in words what may be chosen. */
  hint: string;
  /** As an input takes it. */
  accept: string;
  icon?: ReactNode;
  /** Null for a file that can be taken. */
  problemOf?: (file: File) => string | null;
  file: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
}

export const FilePicker = ({ label, noun, hint, accept, icon, problemOf, file, onChange, error }: FilePickerProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after it was fixed.
    event.target.value = '';
    if (!chosen) return;
    const newProblem = problemOf?.(chosen);
    if (newProblem) setProblem(newProblem);
    else onChange(chosen);
  };
  return (
    <Box>
      <Typography
        component="label"
        htmlFor={id}
        variant="body2"
        color="textSecondary"
        sx={{ display: 'block', mb: 0.75 }}
      >
        {label}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* A dialog's focus trap would move the focus to this input even while it is hidden. */}
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          onChange={take}
          hidden
          tabIndex={-1}
          aria-describedby={`${id}-file`}
        />
        <Button variant="outlined" startIcon={icon} onClick={() => input.current?.click()}>
          {file ? `Choose Another ${noun}` : `Choose ${noun}`}
        </Button>
        <Typography id={`${id}-file`} component="output" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file ? `${file.name} (${getSize(file)})` : `No file chosen. ${hint}`}
        </Typography>
        {file && (
          <Button color="inherit" size="small" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </Box>
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
      <AlertDialog text={problem} onClose={() => setProblem(undefined)} />
    </Box>
  );
};

const kilobyte = 1024;

const getSize = ({ size }: File) =>
  size < kilobyte * kilobyte
    ? `${Math.max(1, Math.round(size / kilobyte))} KB`
    : `${(size / kilobyte / kilobyte).toFixed(1)} MB`;
