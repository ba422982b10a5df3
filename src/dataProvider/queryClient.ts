import { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccount } from './account.ts';
import { onAccessChange, onWrite, type Write } from './http.ts';

/** Rows stay fresh for ten seconds, so that going back is instant. What was refused is not asked again. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });

/**
 * After each write all that was read before is out of date: what is on the screen is read again at once, the rest when
 * it is next shown. A failed write counts too, since it may have been done and only its answer lost.
 */
export const useFreshCache = (queryClient: QueryClient) => {
  useEffect(
    () =>
      onWrite((write) => {
        const isFrame = framePath.test(write.path);
        const deleted = deletedId(write);
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => (isFrame || !frame.has(queryKey[0])) && !(deleted && JSON.stringify(queryKey).includes(deleted)),
        });
      }),
    [queryClient],
  );
  // Another level is another menu and other rows: all of it is read again, the person's companies first.
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

/** The page of a deleted record is still open for a moment: reading it again would only find that it is gone. */
const deletedId = ({ method, path }: Write) => (method === 'DELETE' ? /\/([\da-f-]{36})(?:\/invitation)?(?:\?|$)/.exec(path)?.[1] : undefined);

/** What only a change of a company or of a location can change: the top bar, what a level may open, and days that are over. */
const frame = new Set<unknown>(['company', 'location', 'auth', 'member-history']);
const framePath = /^\/(companies|locations)\b/;
