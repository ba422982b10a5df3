import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { pdfProblem } from '#domain/shared/uploads.ts';
import { AlertDialog } from '#src/ui/ConfirmDialog.tsx';

interface PdfPickerProps {
  label: string;
  file: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
}

export const PdfPicker = ({ label, file, onChange, error }: PdfPickerProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after it was fixed.
    event.target.value = '';
    if (!chosen) return;
    const found = pdfProblem(chosen);
    if (found) setProblem(found);
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
          accept="application/pdf,.pdf"
          onChange={take}
          hidden
          tabIndex={-1}
          aria-describedby={`${id}-file`}
        />
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<PictureAsPdfOutlined />}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose Another PDF' : 'Choose PDF'}
        </Button>
        <Typography id={`${id}-file`} component="output" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file ? `${file.name} (${getSize(file)})` : 'No file chosen. PDF, less than 10 MB.'}
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
