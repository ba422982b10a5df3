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
