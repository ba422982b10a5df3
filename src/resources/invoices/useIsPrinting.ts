import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const paper = 'print';

/** Whether the page is being printed: from the button, from the browser's menu, or as seen by an emulated printer. */
export const useIsPrinting = () => {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia(paper).matches);
  useEffect(() => {
    // The browser takes its picture of the page right after these events, so the page has to be ready when they return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const media = window.matchMedia(paper);
    const follow = () => setPrinting(media.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
};
