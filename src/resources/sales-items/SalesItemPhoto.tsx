import NoPhotographyOutlined from '@mui/icons-material/NoPhotographyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { PhotoChooser } from '#src/custom/photo/PhotoChooser.tsx';
import { useConfirm } from '#src/custom/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { salesItemActions } from '#src/dataProvider/sales-items-actions.ts';

/** The ways to set, replace or remove the item's picture. */
export const SalesItemPhoto = ({ item }: { item: SalesItem }) => {
  const upload = useMutation({ mutationFn: (photo: File) => salesItemActions.uploadImage(item.id, photo) });
  const remove = useMutation({ mutationFn: () => salesItemActions.removeImage(item.id), onMutate: () => upload.reset() });
  const { confirm, dialog } = useConfirm();
  const replace = async (photo: File) => {
    if (!item.previewUrl || (await confirm(replacing))) upload.mutate(photo);
  };
  const askToRemove = async () => {
    if (await confirm(removing)) remove.mutate();
  };
  const failure = upload.error ?? remove.error;
  return (
    <Box sx={{ mt: 0.5, ml: -0.75 }}>
      <PhotoChooser
        isQuiet
        label="Photo of the item"
        onPhoto={(photo) => void replace(photo)}
        isBusy={upload.isPending}
        error={failure ? messageFrom(failure, upload.error ? 'Failed to upload image' : 'Failed to delete image') : undefined}
      >
        {item.previewUrl && (
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
