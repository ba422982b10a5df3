import { vi } from 'vitest';

/** The width of the window for media queries. */
export const setWidth = (width: number) => {
  vi.stubGlobal('matchMedia', (query: string) => {
    const min = /min-width:\s*(\d+)px/.exec(query)?.[1];
    const matches = min === undefined ? false : width >= Number(min);
    return {
      matches,
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    };
  });
};

/** A mouse, beside which a page opens no on-screen keyboard when it focuses a field. */
export const setFinePointer = () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    ...(query.includes('pointer: fine') && { matches: true }),
  }));
};
