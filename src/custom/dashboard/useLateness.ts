import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Lateness = 'waiting' | 'late' | 'settled';

/** What is below a card that would move it waits for it this long. */
const lateAfterMs = 1_000;

export const useLateness = (isLoading: boolean): Lateness => {
  const [lateness, setLateness] = useState<Lateness>('waiting');
  if (!isLoading && lateness === 'waiting') setLateness('settled');
  useEffect(() => {
    const timer = setTimeout(() => setLateness((was) => (was === 'waiting' ? 'late' : was)), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return lateness;
};

/** The same of a card whose code is loaded, too: whether what is in the element still loads. */
export const useLateCard = (onLate?: () => void) => {
  const card = useRef<HTMLDivElement>(null);
  const [lateness, setLateness] = useState<Lateness>('waiting');
  const settle = useEffectEvent(() => {
    const isLate = Boolean(card.current?.querySelector('output[aria-label="Loading"]'));
    setLateness(isLate ? 'late' : 'settled');
    if (isLate) onLate?.();
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return { card, lateness };
};
