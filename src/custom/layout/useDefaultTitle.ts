import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { menu } from '#src/menu.ts';

/** The browser's tab is named after the menu entry until the page names itself, so that it never keeps the last page's name. */
export const useDefaultTitle = () => {
  const { pathname } = useLocation();
  // Runs before the effect of `usePageTitle`.
  useLayoutEffect(() => {
    const entry = menu.flat().find(({ slug }) => slug === pathname.split('/')[1]);
    document.title = entry ? `${entry.label} · Spotter` : 'Spotter';
  }, [pathname]);
};
