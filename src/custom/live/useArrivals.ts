import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newCheckinMs } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useLiveCheckins } from './useLiveCheckins.ts';

/**
 * Keeps lists of check-ins up to date by themselves. While the pointer is over the rows, or the keyboard in them,
 * nothing moves: what has come in is counted, and shown when asked for or when the rows are left.
 */
export const useArrivals = () => {
  const { id: locationId } = useSelectedLocation();
  const cache = useQueryClient();
  const [held, setHeld] = useState<Held>({ locationId, ids: none });
  const waiting = idsAt(held, locationId);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(none);
  const fading = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => fading.current.forEach(clearTimeout), []);
  const isHeld = useRef(false);
  const hasMissed = useRef(false);

  const show = useCallback(
    (ids: Iterable<string>) => {
      const shown = new Set(ids);
      setHeld({ locationId, ids: none });
      hasMissed.current = false;
      setFresh((before) => new Set([...before, ...shown]));
      const fade = () => setFresh((before) => new Set([...before].filter((id) => !shown.has(id))));
      fading.current.push(setTimeout(fade, newCheckinMs));
      return cache.invalidateQueries({ queryKey: ['checkins'] });
    },
    [cache, locationId],
  );

  useLiveCheckins(locationId, (ids) => {
    if (!isHeld.current) void show(ids);
    else if (ids.length > 0) setHeld((before) => ({ locationId, ids: new Set([...idsAt(before, locationId), ...ids]) }));
    else hasMissed.current = true;
  });
  const release = () => {
    isHeld.current = false;
    if (waiting.size > 0 || hasMissed.current) void show(waiting);
  };
  const hold = () => {
    isHeld.current = true;
  };
  return {
    /** How many have come in and are not shown yet. */
    waiting: waiting.size,
    showWaiting: () => void show(waiting),
    isNew: (id: string) => fresh.has(id),
    /** For the element around the rows. */
    holding: { onPointerEnter: hold, onPointerLeave: release },
  };
};

const none: ReadonlySet<string> = new Set();

interface Held {
  locationId: string;
  ids: ReadonlySet<string>;
}

const idsAt = (held: Held, locationId: string) => (held.locationId === locationId ? held.ids : none);
