import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { render as draw } from '@testing-library/react';
import { setStyles } from './quickRendering.ts';
import { type PropsWithChildren, type ReactNode, useEffect, useState } from 'react';

const cacheIn = (container: HTMLElement) => {
  const cache = createCache({ key: 'css', container });
  // As MUI's own cache: without it Emotion warns of selectors that only matter to a page rendered on the server.
  cache.compat = true;
  return cache;
};

const discarded = { ...cacheIn(document.head), insert: () => undefined };
const Unstyled = ({ children }: PropsWithChildren) => <CacheProvider value={discarded}>{children}</CacheProvider>;

/**
 * Testing Library's render, without style sheets: they are neither compiled nor inserted. Whenever a test asks for a role or what is
 * visible, jsdom matches each rule against each element, in all files that follow in the same document.
 */
export const render = (page: ReactNode) => draw(page, { wrapper: Unstyled });

/** For a test that checks a color. The style sheets are removed with the page. */
export const renderStyled = (page: ReactNode) => draw(page, { wrapper: Styled });

function Styled({ children }: PropsWithChildren) {
  const [container] = useState(() => document.head.appendChild(document.createElement('div')));
  const [cache] = useState(() => cacheIn(container));
  setStyles(true);
  useEffect(
    () => () => {
      setStyles(false);
      container.remove();
    },
    [container],
  );
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
