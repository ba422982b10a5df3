import { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccount } from './account.ts';
import { onAccessChange, onWrite, type Write } from './http.ts';

/** Rows stay fresh for ten seconds, so that Back is instant. A refused call is not retried. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * After each write, everything cached is stale: queries on the screen are refetched at once, the rest when next shown. A failed
 * write counts too, since it may have happened and only its response was lost.
 */
export const useFreshCache = (queryClient: QueryClient) => {
  useEffect(
    () =>
      onWrite((write) => {
        const isFrame = framePath.test(write.path);
        const deleted = deletedId(write);
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) =>
            (isFrame || !frame.has(queryKey[0])) && !(deleted && JSON.stringify(queryKey).includes(deleted)),
        });
      }),
    [queryClient],
  );
  // Another level has another menu and other rows, so everything is refetched, the person's companies first.
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
const deletedId = ({ method, path }: Write) =>
  method === 'DELETE' ? /\/([\da-f-]{36})(?:\/invitation)?(?:\?|$)/.exec(path)?.[1] : undefined;

/** Queries that only a change of a company or a location can change: the top bar, what a level may open, and past days. */
const frame = new Set<unknown>(['company', 'location', 'auth', 'member-history']);
const framePath = /^\/(companies|locations)\b/;
