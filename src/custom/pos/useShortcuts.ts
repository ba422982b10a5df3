import { useEffect, useRef } from 'react';
import { isOverlayOpen, isEditableTarget } from '#src/custom/ui/keyboard.ts';

/** Runs an action when its key is pressed outside of a dialog; a key that writes something only outside of a field. */
export const useShortcuts = (actions: Readonly<Record<string, () => void>>) => {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isBusyElsewhere(event)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

const isBusyElsewhere = ({ key, target }: KeyboardEvent) => isOverlayOpen() || (key.length === 1 && isEditableTarget(target));
