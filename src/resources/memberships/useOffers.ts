import type { AgreementSummary } from '#domain/contract/agreements.ts';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { maxPageSize } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

const byName = { pagination: { page: 1, perPage: maxPageSize }, sort: { field: 'name', order: 'ASC' } } as const;

/** The sales items of the selected location that can be charged with a plan. */
export const useSalesItemOffers = () => {
  const { id: locationId } = useSelectedLocation();
  const { data, ...query } = useRows<SalesItem>('sales-items', { ...byName, filter: { locationId } });
  return { ...query, items: (data ?? []).filter(({ isActive }) => isActive) };
};

/** The agreements of the selected location and its company that can be bound to a plan. */
export const useAgreementOffers = () => {
  const { id: locationId } = useSelectedLocation();
  const { data, ...query } = useRows<AgreementSummary>('agreements', { ...byName, filter: { locationId } });
  return { ...query, agreements: data ?? [] };
};
