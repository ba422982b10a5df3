import NoPhotographyOutlined from '@mui/icons-material/NoPhotographyOutlined';
import { Box, Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useConfirm } from '../ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { PhotoChooser } from './PhotoChooser.tsx';

interface RecordPhotoProps {
  /** What the photo shows, if the page does not say it. */
  label?: string;
  hasPhoto: boolean;
  onUpload: (photo: File) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

export const RecordPhoto = ({ label, hasPhoto, onUpload, onRemove }: RecordPhotoProps) => {
  const upload = useMutation({ mutationFn: onUpload });
  const remove = useMutation({ mutationFn: onRemove, onMutate: () => upload.reset() });
  const { confirm, dialog } = useConfirm();
  const replace = async (photo: File) => {
    if (!hasPhoto || (await confirm(replacing))) upload.mutate(photo);
  };
  const askToRemove = async () => {
    if (await confirm(removing)) remove.mutate();
  };
  const failure = upload.error ?? remove.error;
  return (
    <Box sx={{ mt: 0.5, ml: -0.75 }}>
      <PhotoChooser
        isQuiet
        {...(label !== undefined && { label })}
        onPhoto={(photo) => void replace(photo)}
        isBusy={upload.isPending}
        error={
          failure ? messageFrom(failure, upload.error ? 'Failed to upload image' : 'Failed to delete image') : undefined
        }
      >
        {hasPhoto && (
          <Button
            size="small"
            color="inherit"
            startIcon={<NoPhotographyOutlined />}
            onClick={() => void askToRemove()}
            loading={remove.isPending}
            loadingPosition="start"
          >
            Remove photo
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
  cancelLabel: 'Keep photo',
  isDangerous: true,
} as const;
const removing = { ...replacing, title: 'Remove this photo?', confirmLabel: 'Remove' } as const;
