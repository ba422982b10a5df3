import { useState } from 'react';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { useTimeout } from '#src/ui/time.ts';
import { isRefused, isRevoked, kioskCalls, type Visitor } from './kioskCalls.ts';

export type CheckInResult =
  | { readonly kind: 'granted' | 'denied'; readonly firstName: string | null; readonly text: string | null }
  /** Refused without a check-in, such as a name that fits nobody. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'lost' };

interface Attempt {
  visitor: Visitor;
  key: string;
}

/** How long a result stays when the next member has scanned already. */
const shownBeforeNextMs = { granted: 1_500, denied: 4_000, refused: 4_000, lost: 4_000 } as const;

/**
 * One check-in at a time; who scans meanwhile has their turn next, and what a scanner reads twice counts once. After a lost
 * connection the same one can be sent again, and counts once.
 */
export function useCheckIn(token: string, locationId: string, onRevoked: () => void) {
  const [attempt, setAttempt] = useState<Attempt>();
  const [result, setResult] = useState<CheckInResult>();
  const [waiting, setWaiting] = useState<readonly Visitor[]>([]);
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
  const begin = (visitor: Visitor) => void send({ visitor, key: createIdempotencyKey() });
  const again = () => void (attempt && send(attempt));
  const [next] = waiting;
  const goOn = () => {
    setWaiting((all) => all.slice(1));
    if (next) return begin(next);
    setResult(undefined);
    setAttempt(undefined);
  };
  useTimeout(goOn, next && result ? shownBeforeNextMs[result.kind] : null);
  return {
    result,
    isBusy,
    checkIn: (visitor: Visitor) => {
      if (attempt && isSame(attempt.visitor, visitor)) {
        if (result?.kind === 'lost') again();
      } else if (!isBusy && !next) begin(visitor);
      else if (!waiting.some((other) => isSame(other, visitor))) setWaiting([...waiting, visitor]);
    },
    again,
    dismiss: goOn,
  };
}

const isSame = (one: Visitor, other: Visitor) => JSON.stringify(one) === JSON.stringify(other);
