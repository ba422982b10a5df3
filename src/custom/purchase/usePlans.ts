import { maxPageSize } from '#domain/rules/limits.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

/** Only plans that are both published and active are offered. */
export const usePlans = () => {
  const { selected } = useLocationScope();
  const { data, error, isPending, refetch } = useRows<MembershipRow>(
    'memberships',
    { pagination: { page: 1, perPage: maxPageSize }, sort: { field: 'name', order: 'ASC' }, filter: { locationId: selected?.id } },
    { enabled: selected !== undefined },
  );
  return { data: data?.filter(({ isPublished, isActive }) => isPublished && isActive), error, isPending, refetch };
};

export type Plans = ReturnType<typeof usePlans>;
