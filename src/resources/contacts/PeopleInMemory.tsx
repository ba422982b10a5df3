import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findPeople, withChanged } from '#domain/contacts/findPeople.ts';
import type { Person } from '#domain/contacts/peopleContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { contactActions, type ListedContact } from '#src/dataProvider/contacts.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { savesData, whenIdle } from '#src/performance/lazyWithPreload.tsx';
import { useLiveCheckins } from '#src/resources/checkins/useLiveCheckins.ts';
import { useNow, useTimeout } from '#src/ui/time.ts';

/**
 * Keeps the names of all who can be searched for at the selected location, so that the desk's searches show them at the first
 * letter. Asked for once the first screen is complete; later only those of whom the server says that they changed, and all with a new
 * day. Forgotten with the location, and at sign-out.
 */
export const PeopleInMemory = () => {
  const { selected } = useLocationScope();
  const isScreenReady = useIsFetching() === 0;
  const [isWanted, setWanted] = useState(false);
  useEffect(
    () => (isScreenReady && !isWanted && !savesData() ? whenIdle(() => setWanted(true)) : undefined),
    [isScreenReady, isWanted],
  );
  return isWanted && selected ? <PeopleAt key={selected.id} locationId={selected.id} /> : null;
};

const PeopleAt = ({ locationId }: { locationId: string }) => {
  const cache = useQueryClient();
  const query = peopleQuery(locationId);
  const { queryKey } = query;
  const { refetch } = useQuery(query);
  const [isBehind, setBehind] = useState(false);
  // One after another, so that no older answer replaces a newer one, and nothing once the location was left.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const readInTurn = (read: () => Promise<unknown>) => {
    const readHere = () => cache.getQueryState(queryKey) && read();
    last.current = last.current.then(readHere).catch(() => setBehind(true));
  };
  const readAll = async () => {
    setBehind(false);
    // What is being read now, the first list too, may be from before the change.
    await cache.cancelQueries({ queryKey });
    await refetch({ throwOnError: true });
  };
  const readChanged = async (ids: readonly string[]) => {
    // The first list may still be on its way. Null: of more than fit into the memory, one contact more or less does not change that.
    if ((await cache.fetchQuery(query)) === null) return;
    const rows = (await contactActions.people(locationId, { ids })) ?? [];
    cache.setQueryData(queryKey, (all) => all && withChanged(all, ids, rows));
  };
  useLiveCheckins(locationId, { onPeople: (ids) => readInTurn(ids ? () => readChanged(ids) : readAll) });
  useTimeout(() => readInTurn(readAll), isBehind ? againAfterMs : null);

  const today = useDays();
  const days = useRef(today);
  // Overnight people stop being members without a change that the server could tell.
  const readOn = useEffectEvent((newDays: string) => {
    if (days.current !== newDays) readInTurn(readAll);
    days.current = newDays;
  });
  useEffect(() => readOn(today), [today]);
  return null;
};

/** The days that it is now where the user works: a visitor's membership ends by the clock of their own location. */
const useDays = () => {
  const { locations } = useLocationScope();
  const now = useNow();
  const zones = [...new Set(locations.map(({ timezone }) => timezone))];
  return zones.map((zone) => `${zone} ${todayIn(zone, now)}`).join(', ');
};

/** After a read that failed. */
const againAfterMs = 60_000;

const peopleQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['people', locationId],
    queryFn: ({ signal }) => contactActions.people(locationId, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    // Comparing ten thousand people with those of before would take longer than to draw them.
    structuralSharing: false,
  });

/** Finds people by the names in memory, at most so many, by first name. What only the server knows of them is left out. */
export const useNamed = (
  locationId: string | undefined,
  typed: string,
  limit: number,
  isListed: (person: Person) => boolean,
): ListedContact[] => {
  const { data } = useQuery({ ...peopleQuery(locationId ?? ''), enabled: false });
  if (!data || typed === '') return [];
  return findPeople(data.filter(isListed), typed, limit).map(toRow);
};

const toRow = ({ isMember: _isMember, searchText: _searchText, ...person }: Person): ListedContact => ({
  ...person,
  thumbnailUrl: null,
  previewUrl: null,
  originalUrl: null,
  homeLocation: null,
  isNameOnly: true,
});
