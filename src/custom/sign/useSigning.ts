import { useState } from 'react';
import { getNow } from '#src/clock.ts';

const now = () => getNow().toISOString();

/** What a signer gives, at the desk and by a link. What counts as read is what they say: nobody can know whether a page was looked at. */
export function useSigning(terms: readonly string[]) {
  const [openedAt] = useState(now);
  const [ticks, setTicks] = useState<ReadonlyMap<string, string>>(new Map());
  const [name, setName] = useState('');
  const [guardian, setGuardian] = useState({ name: '', relation: '' });
  const [drawing, setDrawing] = useState<string>();
  const [consent, setConsent] = useState(false);
  const tick = (term: string, isTicked: boolean) => {
    const next = new Map(ticks);
    if (isTicked) next.set(term, now());
    else next.delete(term);
    setTicks(next);
  };
  return {
    fields: { ticks, tick, name, setName, guardian, setGuardian, setDrawing, consent, setConsent },
    hasTickedAll: terms.every((term) => ticks.has(term)),
    toBody: (needsGuardian: boolean) => ({
      name,
      drawing,
      consent,
      ticks: [...ticks].map(([term, at]) => ({ term, at })),
      openedAt,
      readToEndAt: [...ticks.values()].toSorted().at(-1),
      ...(needsGuardian && { guardian }),
    }),
  };
}
