import { useState, type KeyboardEvent } from 'react';
import { useDataProvider } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { maxQuantity } from '#domain/rules/cart.ts';
import { posPageSize } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useTill } from './tillContext.ts';

/**
 * Enter in the search adds the first item found for what is typed; for scanners and quick fingers. Each Enter is one
 * look-up, in order. The text is selected at once, so that the next scan takes its place and does not run into it.
 */
export const useScan = () => {
  const { add, scan } = useTill();
  const { id: locationId } = useSelectedLocation();
  const data = useDataProvider();
  const [missed, setMissed] = useState<string>();
  const lookUp = async (search: string) => {
    const found = await data
      .getList<SalesItem>('sales-items', { ...firstPage, filter: { locationId, search } })
      .then((answer) => answer.data, () => null);
    if (!found) return setMissed(`“${search}” could not be looked up. Please try again.`);
    const first = found.find((item) => maxQuantity(item) > 0);
    return first ? add(first) : setMissed(`Nothing to sell was found for “${search}”.`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement) || target.value.trim() === '') return;
    event.preventDefault();
    const search = target.value.trim();
    target.select();
    setMissed(undefined);
    scan(() => lookUp(search));
  };
  return { onKeyDown, missed };
};

export const byName = { field: 'name', order: 'ASC' } as const;
const firstPage = { pagination: { page: 1, perPage: posPageSize }, sort: byName };
