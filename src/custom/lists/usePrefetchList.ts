import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { isListResource, openingParams } from './lists.ts';

/**
 * Asks for a list before it is opened, as when its menu entry is pointed at. What comes waits where react-admin will
 * look for it, and is not asked for again while it is fresh; a failure shows when the list is opened.
 */
export const usePrefetchList = (slug: string) => {
  const cache = useQueryClient();
  const data = useDataProvider();
  const { selected } = useLocationScope();
  return () => {
    if (!selected || !isListResource(slug)) return;
    const params = openingParams(slug, selected);
    void cache.prefetchQuery({
      queryKey: [slug, 'getList', params],
      queryFn: ({ signal }) => data.getList(slug, { ...params, signal }),
    });
  };
};
