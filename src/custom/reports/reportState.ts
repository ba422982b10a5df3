import { useSearchParams } from 'react-router-dom';
import { daysBetween, isCalendarDate } from '#domain/shared/dates.ts';
import { reportKinds, reportLayouts, type Grouping, type ReportKind } from '#domain/reports/reportLayouts.ts';
import {
  namedPeriod,
  periodNames,
  usualComparison,
  type PeriodName,
  type ReportPeriod,
} from '#domain/reports/reportPeriods.ts';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import type { ReportParams } from '#src/dataProvider/reports.ts';

type Comparison = 'previous' | 'year';

export const comparisonChoices: readonly { value: Comparison; label: string }[] = [
  { value: 'previous', label: 'The period before' },
  { value: 'year', label: 'The same days last year' },
];

export interface ReportState {
  readonly kind: ReportKind;
  readonly name: PeriodName;
  readonly period: ReportPeriod;
  readonly grouping: Grouping;
  readonly isEverywhere: boolean;
  readonly comparison: Comparison;
  readonly params: ReportParams;
}

/** The report's state in the URL. Unknown values count as absent. */
export function useReportState() {
  const [search, setSearch] = useSearchParams();
  const { id } = useSelectedLocation();
  const today = useToday();
  const kind = findOne(reportKinds, search.get('tab')) ?? 'overview';
  const name = findOne(periodNames, search.get('period')) ?? 'month';
  const period =
    name === 'custom' ? customPeriod(search.get('from'), search.get('to'), today) : namedPeriod(name, today);
  const grouping = findOne(reportLayouts[kind].groupings, search.get('groupBy')) ?? usualGrouping(period);
  const isEverywhere = search.get('scope') === 'all';
  const comparison = search.get('compareWith') === 'year' ? 'year' : 'previous';
  const state: ReportState = {
    kind,
    name,
    period,
    grouping,
    isEverywhere,
    comparison,
    params: {
      locationId: isEverywhere ? undefined : id,
      ...period,
      groupBy: grouping,
      compareWith: comparison === 'previous' ? usualComparison(name) : comparison,
    },
  };

  const change = (
    values: Partial<Record<'tab' | 'period' | 'from' | 'to' | 'scope' | 'groupBy' | 'compareWith', string | null>>,
  ) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries(values)) {
          if (value === null) after.delete(key);
          else after.set(key, value);
        }
        return after;
      },
      { replace: true },
    );
  const addressOfTab = (tab: ReportKind) => {
    const to = new URLSearchParams(search);
    to.set('tab', tab);
    to.delete('groupBy');
    return `?${to.toString()}`;
  };
  return { state, change, addressOfTab, today };
}

/** Chosen so that a table has about thirty rows at most. */
function usualGrouping({ from, to }: ReportPeriod): Grouping {
  const days = daysBetween(from, to) + 1;
  return days <= 31 ? 'day' : days <= 190 ? 'week' : 'month';
}

function customPeriod(from: string | null, to: string | null, today: string): ReportPeriod {
  const last = to && isCalendarDate(to) ? to : today;
  const first = from && isCalendarDate(from) ? from : namedPeriod('month', last).from;
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

const findOne = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((one) => one === value);
