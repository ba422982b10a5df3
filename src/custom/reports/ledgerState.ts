import { useSearchParams } from 'react-router-dom';
import { namedPeriod, periodNames, type PeriodName } from '#domain/reports/reportPeriods.ts';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import type { LedgerParams } from '#src/dataProvider/ledger.ts';

/** A link sets them and a chip removes them. */
export const narrowFilters = [
  'companyId',
  'since',
  'before',
  'category',
  'itemId',
  'planId',
  'name',
  'method',
  'staffId',
  'taxRate',
  'invoiceId',
  'drawerId',
  'countedBy',
] as const;
export type NarrowFilter = (typeof narrowFilters)[number];

const filters = ['locationId', 'from', 'to', 'account', 'kind', 'page', ...narrowFilters] as const;

type Change = Partial<Record<(typeof filters)[number] | 'scope' | 'period', string | null>>;

/** The ledger's filters in the URL. Without days it is the whole book. */
export function useLedgerState() {
  const [search, setSearch] = useSearchParams();
  const { id } = useSelectedLocation();
  const today = useToday();
  const given = Object.fromEntries(
    filters.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
  const isEverywhere = !given.locationId && (search.get('scope') === 'all' || given.companyId !== undefined);
  const locationId = isEverywhere ? undefined : (given.locationId ?? id);
  const params: LedgerParams = { ...given, ...(locationId && { locationId }) };
  const change = (values: Change) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries({ page: null, ...values })) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      return after;
    });
  const { from, to } = given;
  const period: PeriodName | 'all' =
    search.get('period') === 'custom' ? 'custom' : from || to ? (findPeriodName(from, to, today) ?? 'custom') : 'all';
  return { params, period, from, to, change, today };
}

/** The period of these days, if it has a name today. */
const findPeriodName = (from: string | undefined, to: string | undefined, today: string) =>
  periodNames.find((name) => {
    if (name === 'custom') return false;
    const period = namedPeriod(name, today);
    return period.from === from && period.to === to;
  });
