import NoPhotographyOutlined from '@mui/icons-material/NoPhotographyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useConfirm } from '#src/custom/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useContact } from '../useContact.ts';
import { PhotoChooser } from '#src/custom/photo/PhotoChooser.tsx';

/** The ways to replace or remove the contact's picture. */
export const ContactPhoto = () => {
  const contact = useContact();
  const { upload, remove } = useContactPhoto(contact.id);
  const { confirm, dialog } = useConfirm();
  const replace = async (photo: File) => {
    if (!contact.previewUrl || (await confirm(replacing))) upload.mutate(photo);
  };
  const askToRemove = async () => {
    if (await confirm(removing)) remove.mutate();
  };
  const error = upload.error ? messageFrom(upload.error, 'Failed to upload image') : removalError(remove.error);
  return (
    <Box sx={{ mt: 0.5, ml: -0.75 }}>
      <PhotoChooser isQuiet onPhoto={(photo) => void replace(photo)} isBusy={upload.isPending} error={error}>
        {contact.previewUrl && (
          <Button size="small" color="inherit" startIcon={<NoPhotographyOutlined />} onClick={() => void askToRemove()} loading={remove.isPending} loadingPosition="start">
            Remove Photo
          </Button>
        )}
      </PhotoChooser>
      {dialog}
    </Box>
  );
};

const replacing = {
  title: 'Replace this photo?',
  text: 'The current photo will be deleted.',
  confirmLabel: 'Replace',
  cancelLabel: 'Keep Photo',
  isDangerous: true,
} as const;
const removing = { ...replacing, title: 'Remove this photo?', confirmLabel: 'Remove' } as const;

const removalError = (error: Error | null) => (error ? messageFrom(error, 'Failed to delete image') : undefined);

const useContactPhoto = (id: string) => {
  const { uploadContactImage, removeContactImage } = useAppDataProvider();
  const upload = useMutation({ mutationFn: (photo: File) => uploadContactImage(id, photo) });
  const remove = useMutation({ mutationFn: () => removeContactImage(id), onMutate: () => upload.reset() });
  return { upload, remove };
};
