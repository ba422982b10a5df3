import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** On another page the keyboard goes on from the page's start, unless the page itself has put it somewhere. */
export const useFocusOnPage = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
};
