import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { newCheckinMs } from '#src/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useLiveCheckins } from './useLiveCheckins.ts';

/**
 * Keeps lists of check-ins up to date. While the pointer is over the rows, or the focus is in them, no row moves: new
 * check-ins are counted, and shown on request or when the pointer and the focus leave.
 */
export const useArrivals = () => {
  const { id: locationId } = useSelectedLocation();
  const cache = useQueryClient();
  const [pending, setPending] = useState<PendingCheckins>({ locationId, ids: none });
  const waiting = idsAt(pending, locationId);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(none);
  const fading = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const timers = fading.current;
    return () => timers.forEach(clearTimeout);
  }, []);
  const rows = useRef<HTMLDivElement>(null);
  const isPointedAt = useRef(false);
  const hasMissed = useRef(false);

  const show = (ids: Iterable<string>) => {
    const arrivals = new Set(ids);
    setPending({ locationId, ids: none });
    hasMissed.current = false;
    setFresh((before) => new Set([...before, ...arrivals]));
    const timer = setTimeout(() => {
      fading.current.delete(timer);
      setFresh((before) => new Set([...before].filter((id) => !arrivals.has(id))));
    }, newCheckinMs);
    fading.current.add(timer);
    return cache.invalidateQueries({ queryKey: ['checkins'] });
  };

  useLiveCheckins(locationId, {
    onCheckins(ids) {
      if (!isPointedAt.current && !hasKeyboardIn(rows.current)) void show(ids);
      else if (ids.length > 0)
        setPending((before) => ({ locationId, ids: new Set([...idsAt(before, locationId), ...ids]) }));
      else hasMissed.current = true;
    },
  });
  const release = () => {
    if (waiting.size > 0 || hasMissed.current) void show(waiting);
  };
  const holding = {
    ref: rows,
    onPointerEnter: () => {
      isPointedAt.current = true;
    },
    onPointerLeave: () => {
      isPointedAt.current = false;
      if (!hasKeyboardIn(rows.current)) release();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isPointedAt.current && !currentTarget.contains(relatedTarget)) release();
    },
  };
  return {
    waiting: waiting.size,
    showWaiting: () => void show(waiting),
    isNew: (id: string) => fresh.has(id),
    holding,
  };
};

/** A click sets the focus too. Only visible focus means that the keyboard is in use. */
const hasKeyboardIn = (element: Element | null) => Boolean(element?.querySelector(':focus-visible'));

const none: ReadonlySet<string> = new Set();

interface PendingCheckins {
  locationId: string;
  ids: ReadonlySet<string>;
}

const idsAt = (pending: PendingCheckins, locationId: string) =>
  pending.locationId === locationId ? pending.ids : none;
