import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useStore, type SortPayload } from 'react-admin';
import { defaultPageSize } from '#domain/shared/limits.ts';
import type { LocationRecord } from './location.ts';
import { rowsOnly } from './rows.tsx';

interface FirstRows {
  sort: SortPayload;
  /** A filter that is not in the URL. */
  filter: (location: LocationRecord) => { companyId?: string; locationId?: string };
}

const newestFirst: SortPayload = { field: 'createdAt', order: 'DESC' };
/** Their ids are in chronological order. */
const lastFirst: SortPayload = { field: 'id', order: 'DESC' };

const atLocation: FirstRows['filter'] = ({ id }) => ({ locationId: id });
const ofCompany: FirstRows['filter'] = ({ companyId }) => ({ companyId });

/** What each list shows before anybody searches, filters or sorts it. */
export const firstRows = {
  activity: { sort: lastFirst, filter: ofCompany },
  agreements: { sort: newestFirst, filter: ({ id, companyId }) => ({ companyId, locationId: id }) },
  checkins: { sort: { field: 'checkinTime', order: 'DESC' }, filter: atLocation },
  contacts: { sort: newestFirst, filter: atLocation },
  drawers: { sort: lastFirst, filter: atLocation },
  invoices: { sort: newestFirst, filter: atLocation },
  memberships: { sort: newestFirst, filter: atLocation },
  reconciliations: { sort: lastFirst, filter: ofCompany },
  'sales-items': { sort: newestFirst, filter: atLocation },
  users: { sort: { field: 'name', order: 'ASC' }, filter: ofCompany },
  'webhook-endpoints': { sort: lastFirst, filter: ofCompany },
} as const satisfies Record<string, FirstRows>;

export type ListName = keyof typeof firstRows;
const isList = (name: string): name is ListName => name in firstRows;

/** How many rows of a list this device shows at once. */
export const useRowsPerPage = () => useStore<number>('rowsPerPage', defaultPageSize);

/** Asks for the first rows of a list before it is drawn. A list that is still fresh is not asked for again. */
export const usePrefetchRows = (location: LocationRecord | undefined) => {
  const cache = useQueryClient();
  const data = useDataProvider();
  const [perPage] = useRowsPerPage();
  return (name: string) => {
    if (!location || !isList(name)) return;
    const { sort, filter } = firstRows[name];
    const params = { pagination: { page: 1, perPage }, sort, filter: filter(location), meta: rowsOnly };
    void cache.prefetchQuery({
      queryKey: [name, 'getList', params],
      queryFn: ({ signal }) => data.getList(name, { ...params, signal }),
    });
  };
};
