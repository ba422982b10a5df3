import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  getCalls,
  forgetAttempt,
  isSameBody,
  openCall,
  readAttempt,
  saveAttempt,
  useAttempts,
  type CallAttempt,
} from './attempts.ts';
import { createIdempotencyKey } from './http.ts';
import { isClientError, isKeyReused, isSignedOut, isUnsent, sayAlreadySent, sayLoss } from './sendAttempt.ts';
import { useTellIfLeft } from './useTellIfLeft.ts';

interface IdempotentMutation<Response, Variables> {
  mutationFn: (variables: Variables, key: string) => Promise<Response>;
  /** The name under which the key outlives the page and the session. Without one it is kept while the component is mounted. */
  name?: string;
  /** Two requests are the same when this is. The default is all of the variables. */
  bodyOf?: (variables: Variables) => unknown;
  onSuccess?: (response: Response, variables: Variables) => unknown;
  onError?: (error: Error) => unknown;
}

/**
 * React Query's `useMutation` for a request that must happen once. A retry after a lost response carries the same key, and a second
 * press while the first is on its way does nothing. What was refused may be allowed later, and then gets a new key. A failure after
 * its page was left is told in a message, unless `onError` tells it.
 */
export const useIdempotentMutation = <Response, Variables = void>({
  mutationFn,
  name,
  bodyOf = (variables) => variables,
  onSuccess,
  onError,
}: IdempotentMutation<Response, Variables>) => {
  const place = useAttemptName(name);
  const tellIfLeft = useTellIfLeft();
  const lost = useRef<CallAttempt>(undefined);
  const running = useRef<{ key: string; response: Promise<Response> }>(undefined);
  const mutation = useMutation({
    mutationFn: ({ variables, key, wasSent }: { variables: Variables; key: string; wasSent: boolean }) =>
      sendCall(key, () => mutationFn(variables, key), wasSent),
    onSuccess: (response, { variables }) => onSuccess?.(response, variables),
    onError: onError ?? ((error) => tellIfLeft(error)),
  });
  const mutateAsync = (variables: Variables): Promise<Response> => {
    const body = toPlain(bodyOf(variables));
    // Another tab may have finished and forgotten it.
    if (lost.current && isSameBody(lost.current.body, body)) saveAttempt(lost.current);
    const { attempt, wasSent } = openCall(place, body);
    const { key } = attempt;
    if (running.current?.key === key) return running.current.response;
    const response = mutation.mutateAsync({ variables, key, wasSent }).finally(() => {
      running.current = undefined;
      lost.current = readAttempt(key) && attempt;
    });
    running.current = { key, response };
    return response;
  };
  return {
    ...mutation,
    variables: mutation.variables?.variables,
    mutateAsync,
    mutate: (variables: Variables) => void mutateAsync(variables).catch(() => undefined),
  };
};

/** Sends a call that was opened, and forgets it once it is answered or refused. That this try did not come through says nothing about an earlier one. */
export const sendCall = async <Response>(
  key: string,
  send: () => Promise<Response>,
  wasSent = true,
): Promise<Response> => {
  try {
    const response = await send();
    forgetAttempt(key);
    return response;
  } catch (error) {
    if (isClientError(error) || (!wasSent && (isSignedOut(error) || isUnsent(error)))) forgetAttempt(key);
    if (isKeyReused(error)) throw await sayAlreadySent();
    throw sayLoss(error, wasSent);
  }
};

/** The name of a component's attempts. Unless it is to last, they are forgotten with the component. */
export const useAttemptName = (name?: string): string => {
  const [own] = useState(createIdempotencyKey);
  useEffect(() => () => getCalls(own).forEach(({ key }) => forgetAttempt(key)), [own]);
  return name ?? own;
};

/** Sent under this name and without a response yet. */
export const useUnanswered = <Body>(name: string): Body | undefined =>
  useAttempts(() => getCalls<Body>(name).at(-1)?.body);

/** A file would be stored as an empty object, so that two of them would be the same. */
const toPlain = (body: unknown): unknown =>
  body && Object.getPrototypeOf(body) === Object.prototype
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, value instanceof File ? namesFile(value) : value]),
      )
    : body;

const namesFile = ({ name, size, lastModified }: File) => ({ name, size, lastModified });
