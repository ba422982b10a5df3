import type { Store } from 'react-admin';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { forgetAttempt, isAskable, saveAttempt, type OpenAttempt } from '#src/dataProvider/openAttempts.ts';
import { isSameBody } from '#src/dataProvider/useKeyedCall.ts';
import type { Attempt } from './useCardPayment.ts';

interface Kept<Body> {
  store: Store;
  /** The key in the store, made of the person and what is paid for. */
  place: string;
  /** The open attempt on this device for the same thing, from another tab or an earlier session. */
  findOpen: () => Pick<Attempt<Body>, 'key' | 'body' | 'startedAt'> | undefined;
}

/** The last attempt to pay for one thing: kept for the tab, and on the device while its outcome is unknown. */
export const keptAttempt = <Body>({ store, place, findOpen }: Kept<Body>) => {
  const read = (): Attempt<Body> | undefined => {
    const attempt = store.getItem<Attempt<Body>>(place) ?? interrupted(findOpen());
    return attempt && isAskable(attempt, Date.now()) ? attempt : undefined;
  };
  return {
    read,
    /** The attempt to send: the last one when the request is the same, else a new one. Stored before it is sent. */
    open: (body: Body, toOpenAttempt: (attempt: Attempt<Body>) => OpenAttempt) => {
      const last = read();
      const same = last && isSameBody(last.body, body) ? last : undefined;
      const attempt: Attempt<Body> = { ...(same ?? { key: createIdempotencyKey(), body, startedAt: Date.now() }), isOutcomeUnknown: true };
      store.setItem(place, attempt);
      saveAttempt(toOpenAttempt(attempt));
      return { attempt, wasSent: same?.isOutcomeUnknown === true };
    },
    /** Its outcome is known, and it may be retried with the same key. */
    settle: (attempt: Attempt<Body>) => {
      forgetAttempt(attempt.key);
      store.setItem(place, { ...attempt, isOutcomeUnknown: false });
    },
    drop: ({ key }: Attempt<Body>) => {
      forgetAttempt(key);
      if (store.getItem<Attempt<Body>>(place)?.key === key) store.removeItem(place);
    },
  };
};

const interrupted = <Body>(open: Pick<Attempt<Body>, 'key' | 'body' | 'startedAt'> | undefined): Attempt<Body> | undefined =>
  open && { key: open.key, body: open.body, startedAt: open.startedAt, isOutcomeUnknown: true };
