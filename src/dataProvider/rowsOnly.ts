/**
 * The `meta` of list queries. React-admin caches the rows of a list as records, under the list's own meta, and shows
 * them where a record is asked for. A row is not a whole record (no fees, no versions, no agreements), so lists have
 * this meta, and records have none. Lists are read with `useRows` and `RowsBase`; the lint refuses the hooks below them.
 */
export const rowsOnly = { rowsOnly: true } as const;
