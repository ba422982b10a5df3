import { useQuery } from '@tanstack/react-query';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** The categories of the location's sales items, by name; none while they are loading, or from a server that has none. */
export const useCategories = (): readonly string[] => {
  const { id } = useSelectedLocation();
  const { salesItemCategories } = useAppDataProvider();
  const { data } = useQuery({
    queryKey: ['sales-items', 'categories', id],
    queryFn: ({ signal }) => salesItemCategories(id, signal),
    retry: false,
  });
  return data ?? nothing;
};

const nothing: readonly string[] = [];
