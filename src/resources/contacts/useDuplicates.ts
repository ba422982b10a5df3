import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { searchDebounceMs } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** Contacts like the one in the surrounding form, asked 300 ms after the last key. A server without this call has none. */
export const useDuplicates = () => {
  const typed = useTyped();
  const { findDuplicates } = useAppDataProvider();
  const { isSubmitting, isSubmitSuccessful } = useFormState();
  const isEnough = Boolean(typed.email || typed.phone || (typed.firstName && typed.lastName && typed.dateOfBirth));
  const { data } = useQuery({
    queryKey: ['contacts', 'findDuplicates', typed],
    queryFn: ({ signal }) => findDuplicates(typed, signal),
    // Once it is saved, the contact would be found as its own duplicate.
    enabled: isEnough && !isSubmitting && !isSubmitSuccessful,
    placeholderData: keepPreviousData,
  });
  return isEnough ? (data ?? []) : [];
};

const watched = ['email', 'phone', 'firstName', 'lastName', 'dateOfBirth'] as const;
const shortestPhone = 7;
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const useTyped = (): Record<string, string> => {
  const { id: locationId } = useSelectedLocation();
  const values: unknown[] = useWatch({ name: [...watched] });
  const now = JSON.stringify(values);
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [now]);
  const query: Record<string, string> = { locationId };
  (JSON.parse(settled) as unknown[]).forEach((value, index) => {
    const name = watched[index];
    if (name && typeof value === 'string' && isWorthAsking(name, value.trim())) query[name] = value.trim();
  });
  return query;
};

const isWorthAsking = (name: (typeof watched)[number], text: string) => {
  if (name === 'email') return looksLikeEmail.test(text);
  if (name === 'phone') return text.replaceAll(/\D/g, '').length >= shortestPhone;
  return text !== '';
};
