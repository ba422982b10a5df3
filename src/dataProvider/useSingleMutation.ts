import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTellIfLeft } from './useTellIfLeft.ts';

/**
 * React Query's `useMutation`, one at a time: while it runs, a second press, or Enter after a click, does nothing. A failure after its
 * page was left is told in a message, unless `onError` tells it.
 */
export const useSingleMutation = <Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) => {
  const running = useRef<Promise<Data>>(undefined);
  const tellIfLeft = useTellIfLeft();
  const mutation = useMutation({ onError: (error) => tellIfLeft(error), ...options });
  const mutateAsync = (variables: Variables): Promise<Data> =>
    (running.current ??= mutation.mutateAsync(variables).finally(() => (running.current = undefined)));
  return {
    ...mutation,
    mutateAsync,
    mutate: (variables: Variables) => void mutateAsync(variables).catch(() => undefined),
  };
};
