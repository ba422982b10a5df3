import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin';
import { rowsOnly } from '#src/dataProvider/rowsOnly.ts';

type RowsBaseProps<Row extends RaRecord> = Omit<ListBaseProps<Row>, 'queryOptions' | 'disableAuthentication'>;

/** React-admin's `ListBase`, whose rows never stand in for a whole record and whose failure is shown on the page. */
export const RowsBase = <Row extends RaRecord>(props: RowsBaseProps<Row>) => (
  <ListBase<Row> {...props} disableAuthentication queryOptions={queryOptions} />
);

const queryOptions = { onError: () => undefined, meta: rowsOnly };
