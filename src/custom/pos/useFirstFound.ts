import { useEffect, useState, type KeyboardEvent } from 'react';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { mostOf } from '#domain/rules/cart.ts';
import { useTill } from './tillContext.ts';

/** Enter in the search adds the first item found for what is typed, as soon as it is found; for scanners and quick fingers. */
export const useFirstFound = () => {
  const { data, filterValues, isFetching } = useListContext<SalesItem>();
  const { add } = useTill();
  const [wanted, setWanted] = useState<HTMLInputElement>();
  useEffect(() => {
    const isAnswered = wanted && !isFetching && data && wanted.value.trim() === String(filterValues.search ?? '');
    if (!isAnswered) return;
    setWanted(undefined);
    const first = data.find((item) => mostOf(item) > 0);
    if (first) add(first);
    wanted.select();
  }, [wanted, isFetching, data, filterValues.search, add]);
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.value.trim() === '') return;
    event.preventDefault();
    setWanted(event.target);
  };
};
