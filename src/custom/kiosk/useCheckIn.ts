import { useState } from 'react';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { isRefused, isRevoked, kioskCalls, type Visitor } from './kioskCalls.ts';

export type Result =
  | { readonly kind: 'granted' | 'denied'; readonly firstName: string | null; readonly text: string | null }
  /** Refused without a check-in, such as a name that fits nobody. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'lost' };

interface Attempt {
  visitor: Visitor;
  key: string;
}

/** One check-in at a time. After a lost connection the same one can be sent again, and counts once. */
export function useCheckIn(token: string, locationId: string, onRevoked: () => void) {
  const [attempt, setAttempt] = useState<Attempt>();
  const [result, setResult] = useState<Result>();
  const isBusy = attempt !== undefined && result === undefined;

  const send = async (next: Attempt) => {
    setResult(undefined);
    setAttempt(next);
    try {
      const { checkin, firstName } = await kioskCalls.checkIn(token, locationId, next.visitor, next.key);
      setResult({ kind: checkin.accessGranted ? 'granted' : 'denied', firstName, text: checkin.reason });
    } catch (error) {
      if (isRevoked(error)) onRevoked();
      else setResult(isRefused(error) ? { kind: 'refused', text: error.message } : { kind: 'lost' });
    }
  };
  return {
    result,
    isBusy,
    checkIn: (visitor: Visitor) => void (isBusy || send({ visitor, key: createIdempotencyKey() })),
    again: () => void (attempt && send(attempt)),
    dismiss: () => {
      setResult(undefined);
      setAttempt(undefined);
    },
  };
}
