import { useEffect, useEffectEvent } from 'react';
import { codeLength, readCode } from '#domain/contacts/memberCode.ts';

/** Calls back with a whole code that a scanner types while no field is on the screen. Its Enter presses nothing. */
export const useScannedCode = (onCode: (code: string) => void) => {
  const callBack = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    const press = (event: KeyboardEvent) => {
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
