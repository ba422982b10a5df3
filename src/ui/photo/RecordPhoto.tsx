import PhotoCamera from '@mui/icons-material/PhotoCamera';
import { Box, CircularProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { ActionMenu } from '../ActionMenu.tsx';
import { useConfirm } from '../ConfirmDialog.tsx';
import { usePhotoChoice } from './usePhotoChoice.tsx';

interface RecordPhotoProps {
  /** Says what the photo shows, if the page does not. */
  label?: string;
  hasPhoto: boolean;
  onUpload: (photo: File) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
  /** The photo, or what stands in its place. */
  children: ReactNode;
}

/** A record's photo as the button of the menu that changes it. */
export const RecordPhoto = ({ label = 'Profile photo', hasPhoto, onUpload, onRemove, children }: RecordPhotoProps) => {
  const notify = useNotify();
  const fail = (message: string) => notify(message, { type: 'error' });
  const { mutate: change, isPending } = useSingleMutation({
    mutationFn: (photo: File | null) => (photo ? onUpload(photo) : onRemove()),
    onError: (error, photo) => fail(messageFrom(error, photo ? 'Failed to upload image' : 'Failed to delete image')),
  });
  const { confirm, dialog } = useConfirm();
  const replace = async (photo: File) => {
    if (!hasPhoto || (await confirm(replacing))) change(photo);
  };
  const askToRemove = async () => {
    if (await confirm(removing)) change(null);
  };
  const { takePhoto, uploadPhoto, parts } = usePhotoChoice(
    label,
    (photo) => void replace(photo),
    (problem) => problem && fail(problem),
  );
  const refusal = isPending ? 'The last change is being saved.' : undefined;
  return (
    <Box sx={{ position: 'relative', flexShrink: 0 }}>
      <ActionMenu
        label={hasPhoto ? 'Change photo' : 'Add photo'}
        picture={
          <>
            {children}
            <Box component="span" sx={badge}>
              {isPending ? <CircularProgress size={14} aria-label="Saving" /> : <PhotoCamera />}
            </Box>
          </>
        }
        actions={[
          { label: 'Take photo', onSelect: takePhoto, refusal },
          { label: 'Upload photo', onSelect: uploadPhoto, refusal },
          ...(hasPhoto
            ? [{ label: 'Remove photo', onSelect: () => void askToRemove(), isDangerous: true, refusal }]
            : []),
        ]}
      />
      {parts}
      {dialog}
    </Box>
  );
};

const badge = {
  position: 'absolute',
  right: -6,
  bottom: -6,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.secondary',
  displayPrint: 'none',
  '& .MuiSvgIcon-root': { fontSize: 14 },
} as const;

const replacing = {
  title: 'Replace this photo?',
  text: 'The current photo will be deleted.',
  confirmLabel: 'Replace',
  cancelLabel: 'Keep photo',
  isDangerous: true,
} as const;
const removing = { ...replacing, title: 'Remove this photo?', confirmLabel: 'Remove' } as const;
