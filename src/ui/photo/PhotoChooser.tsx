import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { usePhotoChoice } from './usePhotoChoice.tsx';

interface PhotoChooserProps {
  onPhoto: (photo: File) => void;
  children?: ReactNode;
}

/** Chooses the photo of a form. */
export const PhotoChooser = ({ onPhoto, children }: PhotoChooserProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const { takePhoto, uploadPhoto, parts } = usePhotoChoice('Profile photo', onPhoto, setProblem);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<PhotoCameraOutlined />} onClick={takePhoto}>
          Take photo
        </Button>
        <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={uploadPhoto}>
          Upload photo
        </Button>
        {children}
      </Box>
      {parts}
      {problem && <Alert severity="error">{problem}</Alert>}
    </Box>
  );
};
