import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useCamera } from './useCamera.ts';

interface CameraDialogProps {
  onPhoto: (photo: File) => void;
  onClose: () => void;
}

/** Takes a photo with the camera (Starting, then ready, or error). */
export const CameraDialog = ({ onPhoto, onClose }: CameraDialogProps) => {
  const id = useId();
  const [attempt, setAttempt] = useState(1);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>Take Photo</DialogTitle>
      <Viewfinder key={attempt} onPhoto={onPhoto} onClose={onClose} onRetry={() => setAttempt(attempt + 1)} />
    </Dialog>
  );
};

/** Inside the dialog, so that the video is there when the camera starts; made anew for each attempt. */
const Viewfinder = ({ onPhoto, onClose, onRetry }: CameraDialogProps & { onRetry: () => void }) => {
  const { video, state, takePhoto } = useCamera();
  const [isTaking, setTaking] = useState(false);
  const take = async () => {
    setTaking(true);
    const photo = await takePhoto();
    setTaking(false);
    if (photo) onPhoto(photo);
  };
  return (
    <>
      <DialogContent>
        {state === 'error' ? (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={onRetry}>
                Retry
              </Button>
            }
          >
            <AlertTitle>Camera not available</AlertTitle>
            Unable to access your camera. Please check your permissions or try again.
          </Alert>
        ) : (
          <Box sx={{ position: 'relative', display: 'grid', placeItems: 'center', aspectRatio: '4 / 3', borderRadius: 2, overflow: 'hidden', bgcolor: '#000' }}>
            <Box component="video" ref={video} muted playsInline aria-label="Camera picture" sx={{ width: '100%', height: '100%', objectFit: 'contain' }} />
            {state === 'starting' && (
              <Box component="output" sx={{ position: 'absolute', color: '#fff' }}>
                Starting camera...
              </Box>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" onClick={() => void take()} disabled={state !== 'ready'} loading={isTaking}>
          Capture Photo
        </Button>
      </DialogActions>
    </>
  );
};
