import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPicture } from './detector.ts';

const pauseMs = 200;
/** A card that is still in front of the camera is not scanned again. */
const repeatMs = 8_000;

interface CameraScannerProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

export const CameraScanner = ({ onCode, onClose }: CameraScannerProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting');
  const found = useEffectEvent(onCode);
  useEffect(() => {
    const picture = video.current;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const last = lastSeen;
    const look = async () => {
      const text = picture && (await readPicture(picture).catch(() => undefined));
      if (isOver) return;
      if (text) {
        const isNew = text !== last.text || Date.now() - last.at > repeatMs;
        last.text = text;
        last.at = Date.now();
        if (isNew) found(text);
      }
      timer = setTimeout(() => void look(), pauseMs);
    };
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
        if (isOver || !picture) return stop();
        picture.srcObject = stream;
        await picture.play();
        setState('ready');
        void look();
      } catch {
        if (!isOver) setState('failed');
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <section className="kiosk-camera" aria-label="Camera">
      {state === 'failed' ? (
        <p className="kiosk-problem" role="alert">
          The camera is not available. Allow this page to use it, or use a scanner.
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label="Camera picture" />
      )}
      <button type="button" className="kiosk-link" onClick={onClose}>
        Turn the camera off
      </button>
    </section>
  );
};

/** Also across a result, which takes the place of the camera. */
const lastSeen = { text: '', at: 0 };
