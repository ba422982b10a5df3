import { useEffect, useRef } from 'react';
import { isOverlayOpen, isEditableTarget } from '#src/custom/ui/keyboard.ts';

/** Ctrl or Cmd and K anywhere, and `/` where nothing is being written; the keys of an open dialog and of a screen win. */
export const usePaletteKeys = (isOpen: boolean, toggle: () => void) => {
  const latest = useRef({ isOpen, toggle });
  useEffect(() => {
    latest.current = { isOpen, toggle };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isMeant(event)) return;
      if (!latest.current.isOpen && isOverlayOpen()) return;
      event.preventDefault();
      latest.current.toggle();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

const isMeant = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && !isEditableTarget(target);
};
