import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findPeople } from '#domain/contacts/findPeople.ts';
import type { Person } from '#domain/contacts/peopleContract.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { useAppDataProvider, type AppDataProvider } from '#src/dataProvider/index.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { savesData, whenIdle } from '#src/performance/lazyWithPreload.tsx';
import { useLiveCheckins } from '#src/resources/checkins/useLiveCheckins.ts';
import { useTimeout } from '#src/ui/time.ts';

/**
 * Keeps the names of all who can be searched for at the selected location, so that the desk's searches show them at the first
 * letter. Asked for once the first screen is complete, and again when the server says that they changed. Forgotten with the
 * location, and at sign-out.
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
  const query = peopleQuery(useAppDataProvider(), locationId);
  const { data, dataUpdatedAt, refetch } = useQuery(query);
  // What is being read now, the first list too, may be from before the change.
  const readAnew = () => void cache.cancelQueries({ queryKey: query.queryKey }).then(() => refetch());
  const [hasMissed, setMissed] = useState(false);
  const readMissed = () => {
    setMissed(false);
    void refetch();
  };
  useLiveCheckins(locationId, {
    // There are more than fit into the memory, and one contact more or less does not change that.
    onPeople: () => data !== null && readAnew(),
    onCheckins: (ids) => ids.length === 0 && (Date.now() - dataUpdatedAt > oldAfterMs ? readMissed() : setMissed(true)),
  });
  useTimeout(readMissed, hasMissed ? oldAfterMs : null);
  return null;
};

/** How old the names may become when changes may have been missed. */
const oldAfterMs = 60_000;

const peopleQuery = (data: AppDataProvider, locationId: string) =>
  queryOptions({
    queryKey: ['people', locationId],
    queryFn: ({ signal }) => data.people(locationId, signal),
    staleTime: Infinity,
    gcTime: 0,
    // Comparing ten thousand people with those of before would take longer than to draw them.
    structuralSharing: false,
  });

/** Whom the names in memory find by this text, without what only the server knows of them: at most so many, by first name. */
export const useNamed = (
  locationId: string | undefined,
  typed: string,
  limit: number,
  isListed: (person: Person) => boolean,
): ContactRow[] => {
  const { data } = useQuery({ ...peopleQuery(useAppDataProvider(), locationId ?? ''), enabled: false });
  if (!data || typed === '') return [];
  return findPeople(data.filter(isListed), typed, limit).map(toRow);
};

const toRow = ({ isMember: _isMember, searchText: _searchText, ...person }: Person): ContactRow => ({
  ...person,
  thumbnailUrl: null,
  previewUrl: null,
  originalUrl: null,
  homeLocation: null,
  isNameOnly: true,
});
