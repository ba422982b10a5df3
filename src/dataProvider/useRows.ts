import { useGetList, type GetListParams, type RaRecord, type UseGetListOptions } from 'react-admin';
import { rowsOnly } from './rowsOnly.ts';

/** React-admin's `useGetList`, whose rows never stand in for a whole record. */
export const useRows = <Row extends RaRecord>(resource: string, params: Partial<Omit<GetListParams, 'meta'>>, options?: UseGetListOptions<Row>) =>
  useGetList<Row>(resource, { ...params, meta: rowsOnly }, options);
