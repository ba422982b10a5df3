import { lazy, Suspense } from 'react';

interface CameraProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

/** The camera with what reads its picture, which only those who use it load. */
export const Camera = (props: CameraProps) => (
  <Suspense fallback={null}>
    <Scanner {...props} />
  </Suspense>
);

const Scanner = lazy<typeof Unavailable>(() =>
  import('./CameraScanner.tsx').then(
    ({ CameraScanner }) => ({ default: CameraScanner }),
    () => ({ default: Unavailable }),
  ),
);

const Unavailable = ({ onClose }: CameraProps) => (
  <p className="kiosk-problem" role="alert">
    The camera could not be loaded.{' '}
    <button type="button" className="kiosk-link" onClick={onClose}>
      Close
    </button>
  </p>
);
