import { useEffect, useEffectEvent } from 'react';
import { codeLength, readCode } from '#domain/contacts/memberCode.ts';

/**
 * Calls back with a whole code that a scanner types, outside of a field or into one that is for something else. Its Enter presses
 * nothing. What was typed into another field before is not part of it.
 */
export const useScannedCode = (onCode: (code: string) => void) => {
  const callBack = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    let into: EventTarget | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.target !== into) typed = '';
      into = event.target;
      if (event.key.length === 1) typed = (typed + event.key).slice(-codeLength);
      if (event.key !== 'Enter') return;
      const code = readCode(typed);
      typed = '';
      if (code === null) return;
      event.preventDefault();
      callBack(code);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
};
