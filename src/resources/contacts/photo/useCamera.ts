import { useCallback, useEffect, useRef, useState } from 'react';
import { cameraFacing, cameraFileName, cameraIdeal, cameraJpegQuality, cameraMax } from '#domain/rules/limits.ts';

export type CameraState = 'starting' | 'ready' | 'error';

/** The rear camera, 640 by 480 if it can, 1280 by 720 at most. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: cameraFacing,
    width: { ideal: cameraIdeal.width, max: cameraMax.width },
    height: { ideal: cameraIdeal.height, max: cameraMax.height },
  },
};

/** Runs the camera into a `<video>` for as long as the component lives; what it sees can be taken as a photo. */
export const useCamera = () => {
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

  const takePhoto = useCallback(() => (video.current ? photoOf(video.current) : Promise.resolve(null)), []);
  return { video, state, takePhoto };
};

/** The picture as it stands, as a JPEG file; null where the browser cannot make one. */
const photoOf = (video: HTMLVideoElement): Promise<File | null> => {
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
