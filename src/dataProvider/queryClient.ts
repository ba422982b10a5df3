import { QueryClient } from '@tanstack/react-query';

/** Rows stay fresh for ten seconds, so that going back is instant; what was refused is not asked again. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
