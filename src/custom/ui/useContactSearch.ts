import { contactDropdownSize } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { useDebounced } from './useDebounced.ts';

/**
 * The contacts that a typed text finds at the selected location, with visitors whose membership is valid there: at most
 * eight, 300 ms after the last key. `found` is undefined while the answer to this very text is on its way.
 */
export const useContactSearch = (typed: string, filter?: Record<string, unknown>) => {
  const { id: locationId } = useSelectedLocation();
  const wanted = typed.trim();
  const search = useDebounced(wanted);
  const { data, error } = useRows<ContactRow>(
    'contacts',
    {
      pagination: { page: 1, perPage: contactDropdownSize },
      sort: { field: 'firstName', order: 'ASC' },
      filter: { ...filter, search, locationId, includeVisitors: true },
    },
    { enabled: search !== '' },
  );
  return { found: search === wanted && wanted !== '' ? data : undefined, error: search === wanted ? error : null };
};
