import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/** React Query's `useMutation`, one at a time: while it runs, a second press, or Enter after a click, does nothing. */
export const useSingleMutation = <Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) => {
  const running = useRef<Promise<Data>>(undefined);
  const mutation = useMutation(options);
  const mutateAsync = (variables: Variables): Promise<Data> =>
    (running.current ??= mutation.mutateAsync(variables).finally(() => (running.current = undefined)));
  return {
    ...mutation,
    mutateAsync,
    mutate: (variables: Variables) => void mutateAsync(variables).catch(() => undefined),
  };
};
