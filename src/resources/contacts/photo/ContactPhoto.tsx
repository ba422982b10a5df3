import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PersonAvatar } from '#src/custom/ui/PersonAvatar.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { useContact } from '../useContact.ts';
import { PhotoChooser } from './PhotoChooser.tsx';

/** The contact's picture, and the ways to replace or remove it. */
export const ContactPhoto = () => {
  const contact = useContact();
  const { upload, remove } = useContactPhoto(contact.id);
  const error = upload.error ? messageFrom(upload.error, 'Failed to upload image') : removalError(remove.error);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2.5 }}>
      <PersonAvatar person={{ ...contact, thumbnailUrl: contact.previewUrl }} size={72} />
      <PhotoChooser size="small" onPhoto={(photo) => upload.mutate(photo)} isBusy={upload.isPending} error={error}>
        {contact.previewUrl && (
          <Button size="small" color="inherit" onClick={() => remove.mutate()} loading={remove.isPending}>
            Remove Photo
          </Button>
        )}
      </PhotoChooser>
    </Box>
  );
};

const removalError = (error: Error | null) => (error ? messageFrom(error, 'Failed to delete image') : undefined);

const useContactPhoto = (id: string) => {
  const { uploadContactImage, removeContactImage } = useConsoleData();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['contacts'] });
  const upload = useMutation({ mutationFn: (photo: File) => uploadContactImage(id, photo), onSuccess });
  const remove = useMutation({ mutationFn: () => removeContactImage(id), onSuccess, onMutate: () => upload.reset() });
  return { upload, remove };
};
