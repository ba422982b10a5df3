import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onWrite } from './writes.ts';

/**
 * After each write all that was read before is out of date: what is on the screen is read again at once, the rest when
 * it is next shown. A failed write counts too, since it may have been done and only its answer lost.
 */
export const useFreshCache = (queryClient: QueryClient) => {
  useEffect(
    () =>
      onWrite((path) => {
        const isFrame = framePath.test(path);
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [resource] }) => isFrame || !frame.has(resource) });
      }),
    [queryClient],
  );
};

/** The top bar's, which only a change of a company or of a location can change. */
const frame = new Set<unknown>(['company', 'location']);
const framePath = /^\/(companies|locations)\b/;
