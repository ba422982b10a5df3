import {
  ListBase,
  useGetList,
  type GetListParams,
  type ListBaseProps,
  type RaRecord,
  type UseGetListOptions,
} from 'react-admin';

/**
 * The `meta` of list queries. React-admin caches a list's rows as records under the list's own meta, and shows them where a
 * record is requested. A row is not a whole record (no fees, no versions, no agreements), so lists have this meta and records
 * have none. The linter forbids using react-admin's own list hooks.
 */
export const rowsOnly = { rowsOnly: true } as const;

/** React-admin's `useGetList`, whose rows never stand in for a whole record. */
export const useRows = <Row extends RaRecord>(
  resource: string,
  params: Partial<Omit<GetListParams, 'meta'>>,
  options?: UseGetListOptions<Row>,
) => useGetList<Row>(resource, { ...params, meta: rowsOnly }, options);

interface RowsBaseProps<Row extends RaRecord> extends Omit<
  ListBaseProps<Row>,
  'queryOptions' | 'disableAuthentication'
> {
  /** In milliseconds. False reads the rows again only on demand. */
  refetchInterval?: ((rows: readonly Row[]) => number | false) | undefined;
}

/** React-admin's `ListBase`, whose rows never stand in for a whole record and whose failure is shown on the page. */
export const RowsBase = <Row extends RaRecord>({ refetchInterval, ...props }: RowsBaseProps<Row>) => (
  <ListBase<Row>
    {...props}
    disableAuthentication
    queryOptions={
      refetchInterval
        ? { ...queryOptions, refetchInterval: ({ state }) => refetchInterval(state.data?.data ?? []) }
        : queryOptions
    }
  />
);

const queryOptions = { onError: () => undefined, meta: rowsOnly };
