import { useEffect, useEffectEvent } from 'react';
import type { OpenAttempt } from '#src/dataProvider/attempts.ts';

type Claim = (attempt: OpenAttempt) => boolean;
const claims = new Set<Claim>();
const listeners = new Set<() => void>();

/** While a screen works on an attempt, no other part of the page offers it. */
export const useAttemptClaim = (mine: Claim) => {
  const claim = useEffectEvent(mine);
  useEffect(() => {
    claims.add(claim);
    tell();
    return () => {
      claims.delete(claim);
      tell();
    };
  }, []);
};

export const isClaimed = (attempt: OpenAttempt): boolean => [...claims].some((claim) => claim(attempt));

export const onClaims = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const tell = () => {
  for (const listener of listeners) listener();
};
