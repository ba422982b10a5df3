import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { PhotoChooser } from './PhotoChooser.tsx';

/** The photo of a contact that is not created yet: kept by the form as its field `photo`. */
export const PhotoInput = () => {
  const { field } = useController({ name: 'photo' });
  const photo = field.value instanceof File ? field.value : null;
  const url = useObjectUrl(photo);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2.5 }}>
      <Avatar src={url} alt={photo ? `Chosen photo: ${photo.name}` : ''} sx={{ width: 88, height: 88 }} />
      <PhotoChooser onPhoto={(chosen) => field.onChange(chosen)}>
        {photo && (
          <Button color="inherit" onClick={() => field.onChange(null)}>
            Remove Photo
          </Button>
        )}
      </PhotoChooser>
    </Box>
  );
};

const useObjectUrl = (file: File | null) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
};
