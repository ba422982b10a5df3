import { Alert, AlertTitle, Box, Button, DialogActions, DialogContent } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { cameraFileName } from '#domain/shared/limits.ts';
import { TitledDialog } from '../TitledDialog.tsx';
import { cameraFacing, cameraIdeal, cameraJpegQuality, cameraMax } from '#src/limits.ts';

interface CameraDialogProps {
  onPhoto: (photo: File) => void;
  onClose: () => void;
}

export const CameraDialog = ({ onPhoto, onClose }: CameraDialogProps) => {
  const [attempt, setAttempt] = useState(1);
  return (
    <TitledDialog title="Take photo" onClose={onClose}>
      <Viewfinder key={attempt} onPhoto={onPhoto} onClose={onClose} onRetry={() => setAttempt(attempt + 1)} />
    </TitledDialog>
  );
};

/** Inside the dialog, so that the video element exists when the camera starts. Mounted again for each attempt. */
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
          <Box
            sx={{
              position: 'relative',
              display: 'grid',
              placeItems: 'center',
              aspectRatio: '4 / 3',
              borderRadius: 2,
              overflow: 'hidden',
              bgcolor: '#000',
            }}
          >
            <Box
              component="video"
              ref={video}
              muted
              playsInline
              aria-label="Camera picture"
              sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
            />
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
          Capture photo
        </Button>
      </DialogActions>
    </>
  );
};

type CameraState = 'starting' | 'ready' | 'error';

/** The rear camera, ideally 640 by 480, at most 1280 by 720. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: cameraFacing,
    width: { ideal: cameraIdeal.width, max: cameraMax.width },
    height: { ideal: cameraIdeal.height, max: cameraMax.height },
  },
};

/** Streams the camera into a `<video>` while the component is mounted, and takes photos from it. */
const useCamera = () => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const fail = () => isOver || setState('error');
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(wanted);
      if (isOver || !video.current) return stop(stream);
      for (const track of stream.getTracks()) track.addEventListener('ended', fail);
      video.current.srcObject = stream;
      await video.current.play();
      if (!isOver) setState('ready');
    };
    start().catch(fail);
    return () => {
      isOver = true;
      stop(stream);
    };
  }, []);

  const takePhoto = () => (video.current ? capturePhoto(video.current) : Promise.resolve(null));
  return { video, state, takePhoto };
};

/** The current frame as a JPEG file; null where the browser cannot make one. */
const capturePhoto = (video: HTMLVideoElement): Promise<File | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((done) => {
    canvas.toBlob(
      (blob) => done(blob && new File([blob], cameraFileName, { type: 'image/jpeg' })),
      'image/jpeg',
      cameraJpegQuality,
    );
  });
};

const stop = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
