import { useEffect, useEffectEvent, useRef } from 'react';
import { codeLength, readCode } from '#domain/contacts/memberCode.ts';
import { isEditableTarget, isOverlayOpen } from '#src/ui/dom.ts';

/** Runs what it is given one after the other. What has a name that still waits is not run twice. */
export const useTurns = () => {
  const names = useRef(new Set<string>());
  const last = useRef(Promise.resolve());
  return (name: string, work: () => Promise<unknown>) => {
    if (names.current.has(name)) return;
    names.current.add(name);
    last.current = last.current
      .then(work)
      .catch(() => undefined)
      .then(() => void names.current.delete(name));
  };
};

/** Calls back with a whole code that is typed and ended with Enter while no field has the focus. That Enter presses nothing. */
export const useTypedCode = (onCode: (code: string) => void) => {
  const callBack = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (isEditableTarget(target) || isOverlayOpen() || ctrlKey || metaKey || altKey) typed = '';
      else if (key.length === 1) typed = (typed + key).slice(-codeLength);
      else if (key === 'Enter') {
        const code = readCode(typed);
        typed = '';
        if (code === null) return;
        event.preventDefault();
        event.stopPropagation();
        callBack(code);
      }
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
};
