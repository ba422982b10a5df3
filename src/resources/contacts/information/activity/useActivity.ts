import { useDataProvider } from 'react-admin';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { activityPageSize } from '#src/limits.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { useNow } from '#src/ui/time.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { mergeActivity, planChanges, type Dated, type Loaded, type PlanChange } from './mergeActivity.ts';
import { useContactMemberships } from '../../memberships/useContactMemberships.ts';

export type ContactActivityEntry = Dated &
  (
    | { kind: 'visit'; visit: CheckinRecord }
    | { kind: 'invoice'; invoice: ListedInvoice }
    | { kind: 'plan'; change: PlanChange; plan: ContactMembership }
  );

interface Source {
  name: string;
  loaded: Loaded<ContactActivityEntry>;
  isPending: boolean;
  /** A source that failed, and the function that retries it. The others continue without it. */
  failure: string | undefined;
  retry: () => void;
  fetchMore?: () => void;
}

/** A contact's activity, newest first, in pages. Visits, invoices and plans load, and fail, independently. */
export const useActivity = (contactId: string) => {
  const [count, setCount] = useState(activityPageSize);
  const sources = [useVisits(contactId), useInvoices(contactId), usePlans(contactId)];
  const { shown, wanting, hasMore } = mergeActivity(
    sources.map(({ loaded }) => loaded),
    count,
  );
  const isShort = shown.length < count;
  useEffect(() => {
    if (isShort) for (const index of wanting) sources[index]?.fetchMore?.();
  });
  return {
    shown,
    hasMore,
    isPending: sources.some(({ isPending }) => isPending),
    isFetchingMore: isShort && wanting.length > 0,
    failures: sources.flatMap(({ name, failure, retry }) =>
      failure === undefined ? [] : [{ name, text: failure, retry }],
    ),
    showMore: () => setCount(shown.length + activityPageSize),
  };
};

const useVisits = (contactId: string): Source =>
  asSource(
    'Visits',
    useSource<CheckinRecord>('checkins', 'checkinTime', contactId),
    'Failed to fetch check-ins',
    (visit) => ({
      kind: 'visit',
      id: `visit ${visit.id}`,
      at: Date.parse(visit.checkinTime),
      visit,
    }),
  );

const useInvoices = (contactId: string): Source =>
  asSource(
    'Invoices',
    useSource<ListedInvoice>('invoices', 'createdAt', contactId),
    'Failed to fetch invoices',
    (invoice) => ({
      kind: 'invoice',
      id: `invoice ${invoice.id}`,
      at: Date.parse(invoice.createdAt),
      invoice,
    }),
  );

/** Loaded as a whole, because a plan that was bought long ago may have ended yesterday. */
const usePlans = (contactId: string): Source => {
  const { data, isPending, error, refetch } = useContactMemberships(contactId, 1, maxPageSize);
  const { selected, locations } = useLocationScope();
  const now = useNow();
  const listChanges = (plan: ContactMembership) => {
    const place = locations.find(({ id }) => id === plan.locationId) ?? selected;
    return planChanges(plan, now, place?.timezone ?? 'UTC').map((change): ContactActivityEntry => ({
      kind: 'plan',
      id: change.id,
      at: change.at,
      change,
      plan,
    }));
  };
  return {
    name: 'Memberships',
    loaded: { entries: (data?.memberships ?? []).flatMap(listChanges), hasMore: false },
    isPending,
    failure: error ? messageFrom(error, 'Failed to fetch membership history') : undefined,
    retry: () => void refetch(),
  };
};

type Paged<Row> = Pick<
  UseInfiniteQueryResult<{ pages: { data: Row[] }[] }>,
  'data' | 'error' | 'isPending' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>;

const asSource = <Row>(
  name: string,
  query: Paged<Row>,
  fallback: string,
  entryOf: (row: Row) => ContactActivityEntry,
): Source => ({
  name,
  loaded: {
    entries: (query.data?.pages ?? []).flatMap(({ data }) => data.map(entryOf)),
    hasMore: query.hasNextPage && !query.error,
  },
  isPending: query.isPending,
  failure: query.error ? messageFrom(query.error, fallback) : undefined,
  retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  fetchMore: () => void (query.isFetching || query.fetchNextPage()),
});

interface OfContact {
  id: string;
  contactId: string | null;
}

const useSource = <R extends OfContact>(resource: string, timeColumn: string, contactId: string) => {
  const { getList } = useDataProvider();
  return useInfiniteQuery({
    queryKey: [resource, 'activity', contactId],
    queryFn: async ({ pageParam: page, signal }) => {
      const pagination = { page, perPage: activityPageSize };
      const sort = { field: timeColumn, order: 'DESC' } as const;
      const { data, total = 0 } = await getList<R>(resource, { pagination, sort, filter: { contactId }, signal });
      // An API without this filter answers with everybody's rows, so none are shown.
      return data.every((row) => row.contactId === contactId) ? { data, total } : { data: [], total: 0 };
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * activityPageSize < total ? page + 1 : undefined),
  });
};
