import { useQuery } from '@tanstack/react-query';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { salesItemActions } from '#src/dataProvider/sales-items-actions.ts';

/** The categories of the location's sales items, by name; empty while they load, or if the server has no categories. */
export const useCategories = (): readonly string[] => {
  const { id } = useSelectedLocation();
  const { data } = useQuery({
    queryKey: ['sales-items', 'categories', id],
    queryFn: ({ signal }) => salesItemActions.categories(id, signal),
    retry: false,
  });
  return data ?? nothing;
};

const nothing: readonly string[] = [];
