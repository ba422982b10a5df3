import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNotify, useStore, type DataProvider } from 'react-admin';
import { companyLevel } from '#src/authProvider/companyAccess.ts';
import type { FirstPage } from '#src/authProvider/session.ts';
import { forgetLists } from '#src/ui/lists/listMemory.ts';
import { toLocationRows, type LocationRecord } from '#src/dataProvider/location.ts';
import { rowsOnly, useRows } from '#src/dataProvider/rows.tsx';
import { ScopeContext, type LeavingGuard, type LocationScopeValue } from './useLocationScope.ts';

/** The user's locations and the selected one: the first until another is chosen. The choice is kept for the tab. */
export const LocationScope = ({ children }: { children: ReactNode }) => {
  const [chosenId, setChosenId] = useStore<string | null>('location', null);
  const { data: locations = none, isPending, error, refetch } = useRows<LocationRecord>('location', everything);
  // A shared link names its location, which is selected until the user chooses another.
  const [linkedId, setLinkedId] = useState(linkedLocation);
  const guards = useRef(new Set<LeavingGuard>());

  const guard = useCallback((question: LeavingGuard) => {
    guards.current.add(question);
    return () => void guards.current.delete(question);
  }, []);
  const maySignOut = useCallback(async () => {
    for (const { ask, outlivesSession } of guards.current) if (!outlivesSession && !(await ask())) return false;
    return true;
  }, []);
  const select = useCallback(
    async (id: string) => {
      for (const { ask } of guards.current) if (!(await ask())) return false;
      forgetLists();
      setLinkedId(null);
      setChosenId(id);
      return true;
    },
    [setChosenId],
  );

  const linked = locations.find(({ id }) => id === linkedId);
  useEffect(() => {
    if (linked) setChosenId(linked.id);
  }, [linked, setChosenId]);

  // A renamed location may come first in the list, but the selection stays.
  const [firstId, setFirstId] = useState<string>();
  const selected = linked ?? locations.find(({ id }) => id === (chosenId ?? firstId)) ?? locations[0];
  if (selected && !firstId) setFirstId(selected.id);
  const level = selected?.level ?? companyLevel();

  useTellIfTaken(locations, selected);

  const scope = useMemo<LocationScopeValue>(
    () => ({ locations, selected, level, isPending, error, refetch: () => void refetch(), select, maySignOut, guard }),
    [locations, selected, level, isPending, error, refetch, select, maySignOut, guard],
  );
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
};

/** Says that the selected location was archived, or the user's access to it ended, since the screen now shows another one. */
const useTellIfTaken = (locations: readonly LocationRecord[], selected: LocationRecord | undefined) => {
  const notify = useNotify();
  const last = useRef(selected);
  useEffect(() => {
    const before = last.current;
    last.current = selected;
    if (!before || before.id === selected?.id || locations.some(({ id }) => id === before.id)) return;
    const now = selected ? ` You are at ${selected.name} now.` : '';
    notify(`${before.name} is no longer available to you.${now}`, { type: 'warning', autoHideDuration: takenMs });
  }, [locations, selected, notify]);
};

const takenMs = 10_000;

const linkedLocation = () => new URLSearchParams(window.location.search).get('locationId');

const none: readonly LocationRecord[] = [];
const everything = {
  pagination: { page: 1, perPage: Number.MAX_SAFE_INTEGER },
  sort: { field: 'id', order: 'ASC' },
  filter: {},
} as const;

/** Every screen waits for the locations. They came with the sign-in, or are requested before the first render. */
export const prefetchLocations = (cache: QueryClient, provider: DataProvider, first: FirstPage | undefined) => {
  const queryKey = ['location', 'getList', { ...everything, meta: rowsOnly }];
  if (first) {
    const data = toLocationRows(first.locations);
    cache.setQueryData(queryKey, { data, total: data.length }, { updatedAt: first.readAt });
  }
  void cache.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => provider.getList('location', { ...everything, meta: rowsOnly, signal }),
  });
};
