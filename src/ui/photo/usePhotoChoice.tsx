import { useRef, useState, type ReactNode } from 'react';
import { imageProblem } from '#domain/shared/uploads.ts';
import { CameraDialog } from './CameraDialog.tsx';

interface PhotoChoice {
  takePhoto: () => void;
  uploadPhoto: () => void;
  /** The camera and the hidden file input, for the page. */
  parts: ReactNode;
}

/** A photo from the camera or a file. `onProblem` hears why a file is refused, and null once one is good. */
export const usePhotoChoice = (
  label: string,
  onPhoto: (photo: File) => void,
  onProblem: (problem: string | null) => void,
): PhotoChoice => {
  const [isCameraOpen, setCameraOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = imageProblem(file);
    onProblem(problem);
    if (!problem) onPhoto(file);
  };
  const parts = (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      {isCameraOpen && (
        <CameraDialog
          onPhoto={(photo) => {
            setCameraOpen(false);
            choose(photo);
          }}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </>
  );
  return { takePhoto: () => setCameraOpen(true), uploadPhoto: () => input.current?.click(), parts };
};
