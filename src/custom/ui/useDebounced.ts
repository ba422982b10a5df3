import { useEffect, useState } from 'react';
import { searchDebounceMs } from '#domain/rules/limits.ts';

/** What is searched for: the text as it is 300 ms after the last key. */
export const useDebounced = (text: string) => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
