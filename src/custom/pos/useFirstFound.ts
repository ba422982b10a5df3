import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { mostOf } from '#domain/rules/cart.ts';
import { useTill } from './tillContext.ts';

/** Enter in the search adds the first item found for what is typed, as soon as it is found; for scanners and quick fingers. */
export const useFirstFound = () => {
  const { data, filterValues, isFetching } = useListContext<SalesItem>();
  const { add } = useTill();
  const waiting = useRef<HTMLInputElement>(null);
  const take = useCallback(() => {
    const input = waiting.current;
    if (!input || isFetching || !data || input.value.trim() !== String(filterValues.search ?? '')) return;
    waiting.current = null;
    const first = data.find((item) => mostOf(item) > 0);
    if (first) add(first);
    input.select();
  }, [data, filterValues.search, isFetching, add]);
  useEffect(take, [take]);
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.value.trim() === '') return;
    event.preventDefault();
    waiting.current = event.target;
    take();
  };
};
