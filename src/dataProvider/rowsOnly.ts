/**
 * The `meta` of list queries. React-admin takes a list's rows for whole records and shows them where one is asked for;
 * ours are not whole (no fees, no versions, no payments), and with a meta of their own they stay rows.
 */
export const rowsOnly = { rowsOnly: true } as const;
