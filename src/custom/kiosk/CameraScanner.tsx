import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { localStorage } from '#src/safeStorage.ts';
import { readPicture } from './detector.ts';

const pauseMs = 200;
/** A card that is still in front of the camera is not scanned again. */
const repeatMs = 8_000;
/** The id of the camera that somebody switched to on this device. */
const chosenKey = 'kioskCameraId';

interface CameraScannerProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

export const CameraScanner = ({ onCode, onClose }: CameraScannerProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const [chosen, setChosen] = useState(() => localStorage.getItem(chosenKey));
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting');
  const [isBack, setBack] = useState(false);
  const [next, setNext] = useState<string>();
  const callBack = useEffectEvent(onCode);
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
        if (isNew) callBack(text);
      }
      timer = setTimeout(() => void look(), pauseMs);
    };
    const start = async () => {
      try {
        // A chosen camera that is gone is replaced by another.
        const wanted = chosen === null ? { facingMode: 'user' } : { deviceId: { ideal: chosen } };
        stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
        if (isOver || !picture) return stop();
        picture.srcObject = stream;
        await picture.play();
        const { deviceId, facingMode } = stream.getVideoTracks()[0]?.getSettings() ?? {};
        const following = await findNextCamera(deviceId).catch(() => undefined);
        if (isOver) return undefined;
        setBack(facingMode === 'environment');
        setNext(following);
        setState('ready');
        void look();
      } catch {
        if (!isOver) setState('failed');
      }
      return undefined;
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
  }, [chosen]);
  const switchTo = (id: string) => {
    localStorage.setItem(chosenKey, id);
    setChosen(id);
  };
  return (
    <section className="kiosk-camera" aria-label="Camera">
      {state === 'failed' ? (
        <p className="kiosk-problem" role="alert">
          The camera is not available. Allow this page to use it, or use a scanner.
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label="Camera picture" data-back={isBack} />
      )}
      <div className="kiosk-ways">
        {state === 'ready' && next !== undefined && (
          <button type="button" className="kiosk-link" onClick={() => switchTo(next)}>
            Switch camera
          </button>
        )}
        <button type="button" className="kiosk-link" onClick={onClose}>
          Turn the camera off
        </button>
      </div>
    </section>
  );
};

/** Survives a result, which takes the place of the camera. */
const lastSeen = { text: '', at: 0 };

/** Undefined where there is only one. */
async function findNextCamera(id: string | undefined): Promise<string | undefined> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  return ids.length > 1 ? ids[(ids.indexOf(id ?? '') + 1) % ids.length] : undefined;
}
