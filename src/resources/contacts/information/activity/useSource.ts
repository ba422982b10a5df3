import { useInfiniteQuery } from '@tanstack/react-query';
import { activityPageSize } from '#domain/rules/limits.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

interface Row {
  id: string;
  contactId: string | null;
}

/** A contact's rows of a resource, newest first, read a page at a time. */
export const useSource = <R extends Row>(resource: string, timeColumn: string, contactId: string) => {
  const { getList } = useAppDataProvider();
  return useInfiniteQuery({
    queryKey: [resource, 'activity', contactId],
    queryFn: async ({ pageParam: page, signal }) => {
      const pagination = { page, perPage: activityPageSize };
      const sort = { field: timeColumn, order: 'DESC' } as const;
      const { data, total = 0 } = await getList<R>(resource, { pagination, sort, filter: { contactId }, signal });
      // An API that does not know this filter answers with everybody's rows: of those, none.
      return data.every((row) => row.contactId === contactId) ? { data, total } : { data: [], total: 0 };
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * activityPageSize < total ? page + 1 : undefined),
  });
};
