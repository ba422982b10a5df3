import { useQuery } from '@tanstack/react-query';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';

/** The company's tags, most used first; empty while they load, or if the server has no tags. */
export const useTags = (): readonly string[] => {
  const { id } = useSelectedLocation();
  const { data } = useQuery({
    queryKey: ['contacts', 'tags', id],
    queryFn: ({ signal }) => contactActions.contactTags(id, signal),
    retry: false,
  });
  return data?.map(({ name }) => name) ?? nothing;
};

const nothing: readonly string[] = [];
