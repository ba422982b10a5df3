import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Names the browser's tab after the page. */
export const usePageTitle = (title: string | undefined) => {
  // Another address of the same page takes the name away (`useDefaultTitle`), so it is set after every drawing.
  useLocation();
  useEffect(() => {
    if (title) document.title = `${title} · Spotter`;
  });
};
