import type { GetListParams, SortPayload } from 'react-admin';
import { defaultPageSize } from '#domain/rules/limits.ts';
import type { LocationRecord } from '#src/dataProvider/location.ts';
import { rowsOnly } from '#src/dataProvider/rows.tsx';

const newestFirst: SortPayload = { field: 'createdAt', order: 'DESC' };

export const listOrders = {
  contacts: newestFirst,
  memberships: newestFirst,
  'sales-items': newestFirst,
  invoices: newestFirst,
  agreements: newestFirst,
  checkins: { field: 'checkinTime', order: 'DESC' },
} as const satisfies Record<string, SortPayload>;

export type ListResource = keyof typeof listOrders;

export const isListResource = (name: string): name is ListResource => Object.hasOwn(listOrders, name);

/** What a list always asks for: the location's rows, and of agreements those of its company. */
export const listScope = (resource: ListResource, { id, companyId }: LocationRecord) => ({
  ...(resource === 'agreements' && { companyId }),
  locationId: id,
});

/** What a list asks for when it opens: its first page, neither searched nor filtered. */
export const openingParams = (resource: ListResource, location: LocationRecord) =>
  ({
    pagination: { page: 1, perPage: defaultPageSize },
    sort: listOrders[resource],
    filter: listScope(resource, location),
    meta: rowsOnly,
  }) satisfies GetListParams;
