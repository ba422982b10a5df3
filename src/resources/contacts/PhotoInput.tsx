import PersonOutlined from '@mui/icons-material/PersonOutlined';
import { Avatar, Box, Button } from '@mui/material';
import { useCallback } from 'react';
import { useController } from 'react-hook-form';
import { PhotoChooser } from '#src/ui/photo/PhotoChooser.tsx';

export const PhotoInput = () => {
  const { field } = useController({ name: 'photo' });
  const photo = field.value instanceof File ? field.value : null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2.5 }}>
      <Avatar sx={{ width: 88, height: 88, bgcolor: 'primary.light', color: 'primary.main' }}>
        {photo ? <Chosen photo={photo} /> : <PersonOutlined fontSize="large" />}
      </Avatar>
      <PhotoChooser onPhoto={(chosen) => field.onChange(chosen)}>
        {photo && (
          <Button color="inherit" onClick={() => field.onChange(null)}>
            Remove photo
          </Button>
        )}
      </PhotoChooser>
    </Box>
  );
};

const Chosen = ({ photo }: { photo: File }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(photo);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [photo],
  );
  return (
    <Box
      component="img"
      ref={show}
      alt={`Chosen photo: ${photo.name}`}
      sx={{ width: 1, height: 1, objectFit: 'cover' }}
    />
  );
};
