import type { DataProvider } from 'react-admin';
import type { ListedContact } from '#src/dataProvider/contacts.ts';

/** Whose code it is: somebody of the location, or a visitor whose membership is valid there. */
export const findByCode = (data: DataProvider, locationId: string, code: string) =>
  data
    .getList<ListedContact>('contacts', {
      pagination: { page: 1, perPage: 2 },
      sort: { field: 'firstName', order: 'ASC' },
      filter: { search: code, locationId, includeVisitors: true },
    })
    .then(
      ({ data: [only, second] }) => (second ? undefined : only),
      () => 'unreachable' as const,
    );
