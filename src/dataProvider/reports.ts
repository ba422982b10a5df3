import type { TodayFigures, TodayResponse } from '#domain/contract/reports-today.ts';
import type { Report, ReportResponse } from '#domain/contract/reports.ts';
import type { ReportKind } from '#domain/rules/reportFigures.ts';
import { http, httpStream } from './http.ts';

/** What a report is asked for; without a location it is about all that one may see. */
export interface ReportParams {
  readonly locationId: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly groupBy: string;
}

const queryOf = (params: ReportParams) => new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Apart from the data provider, which is part of the first load: only the reports and a card that loads later need them. */
export const reportActions = {
  report: async (kind: ReportKind, params: ReportParams, signal?: AbortSignal): Promise<Report> =>
    (await http<ReportResponse>(`/reports/${kind}?${queryOf(params)}`, { signal })).report,

  /** A location's day so far. */
  today: async (locationId: string, signal?: AbortSignal): Promise<TodayFigures> =>
    (await http<TodayResponse>(`/reports/today?locationId=${locationId}`, { signal })).today,

  /** The report's table as a file. */
  async reportCsv(kind: ReportKind, params: ReportParams, signal: AbortSignal): Promise<Blob> {
    return new Response(await httpStream(`/reports/${kind}/csv?${queryOf(params)}`, signal)).blob();
  },
};
