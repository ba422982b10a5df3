import { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccount } from './account.ts';
import { onAccessChange, onWrite } from './http.ts';
import { afterEachWrite } from './stale.ts';

/** Rows stay fresh for ten seconds, so that Back is instant. A refused call is not retried. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * The one place that applies what the data provider's writes declare as stale: queries on the screen are refetched at once, the
 * rest when next shown. A failed write counts too, since it may have happened and only its response was lost.
 */
export const useFreshCache = (queryClient: QueryClient) => {
  useEffect(
    () =>
      onWrite(({ stale, deleted }) => {
        const families = new Set<unknown>(stale === 'everything' ? [] : [...stale, ...afterEachWrite]);
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) =>
            (stale === 'everything' || families.has(queryKey[0])) && !(deleted && isAbout(queryKey, deleted)),
        });
      }),
    [queryClient],
  );
  // Another level has another menu and other rows, so everything is refetched, the user's companies first.
  useEffect(
    () =>
      onAccessChange(() => {
        void readAccount()
          .catch(() => undefined)
          .then(() => queryClient.invalidateQueries());
      }),
    [queryClient],
  );
};

/** The page of a deleted record stays mounted for a moment. Refetching it would only end in 404. */
const isAbout = (part: unknown, id: string): boolean =>
  part === id || (typeof part === 'object' && part !== null && Object.values(part).some((inner) => isAbout(inner, id)));
