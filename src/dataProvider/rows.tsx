import { ListBase, useGetList, type GetListParams, type ListBaseProps, type RaRecord, type UseGetListOptions } from 'react-admin';

/**
 * The `meta` of list queries. React-admin caches a list's rows as records under the list's own meta, and shows them where a
 * record is requested. A row is not a whole record (no fees, no versions, no agreements), so lists have this meta and records
 * have none. The linter forbids using react-admin's own list hooks.
 */
export const rowsOnly = { rowsOnly: true } as const;

/** React-admin's `useGetList`, whose rows never stand in for a whole record. */
export const useRows = <Row extends RaRecord>(resource: string, params: Partial<Omit<GetListParams, 'meta'>>, options?: UseGetListOptions<Row>) =>
  useGetList<Row>(resource, { ...params, meta: rowsOnly }, options);

type RowsBaseProps<Row extends RaRecord> = Omit<ListBaseProps<Row>, 'queryOptions' | 'disableAuthentication'>;

/** React-admin's `ListBase`, whose rows never stand in for a whole record and whose failure is shown on the page. */
export const RowsBase = <Row extends RaRecord>(props: RowsBaseProps<Row>) => (
  <ListBase<Row> {...props} disableAuthentication queryOptions={queryOptions} />
);

const queryOptions = { onError: () => undefined, meta: rowsOnly };
