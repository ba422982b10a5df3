import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useRef, useState, type ReactNode } from 'react';
import { imageProblem } from '#domain/shared/uploads.ts';
import { CameraDialog } from './CameraDialog.tsx';

interface PhotoChooserProps {
  onPhoto: (photo: File) => void;
  isBusy?: boolean;
  error?: string | undefined;
  /** Text links instead of buttons, where the photo is secondary on the page. */
  isQuiet?: boolean;
  label?: string;
  children?: ReactNode;
}

export const PhotoChooser = ({
  onPhoto,
  isBusy = false,
  error,
  isQuiet = false,
  label = 'Profile photo',
  children,
}: PhotoChooserProps) => {
  const look = isQuiet ? ({ size: 'small', color: 'inherit' } as const) : ({ variant: 'outlined' } as const);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = imageProblem(file);
    setProblem(found);
    if (!found) onPhoto(file);
  };
  const shown = problem ?? error;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: isQuiet ? 0.5 : 1,
          '& .MuiButton-text': { px: 0.75, color: 'text.secondary' },
        }}
      >
        <Button {...look} startIcon={<PhotoCameraOutlined />} onClick={() => setCameraOpen(true)} disabled={isBusy}>
          Take photo
        </Button>
        <Button
          {...look}
          startIcon={<UploadFileOutlined />}
          onClick={() => input.current?.click()}
          loading={isBusy}
          loadingPosition="start"
        >
          Upload photo
        </Button>
        {children}
      </Box>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      {shown && <Alert severity="error">{shown}</Alert>}
      {isCameraOpen && (
        <CameraDialog
          onPhoto={(photo) => {
            setCameraOpen(false);
            choose(photo);
          }}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </Box>
  );
};
