import type { TodayFigures, TodayResponse } from '#domain/reports/todayContract.ts';
import type { Report, ReportResponse } from '#domain/reports/contract.ts';
import type { ReportKind } from '#domain/reports/reportLayouts.ts';
import type { Comparison } from '#domain/reports/reportPeriods.ts';
import { http, httpStream } from './http.ts';

export interface ReportParams {
  readonly locationId: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly groupBy: string;
  readonly compareWith: Comparison;
}

const toQuery = (params: ReportParams) =>
  new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1])));

export const reportActions = {
  report: async (kind: ReportKind, params: ReportParams, signal?: AbortSignal): Promise<Report> =>
    (await http<ReportResponse>(`/reports/${kind}?${toQuery(params)}`, { signal })).report,

  today: async (locationId: string, signal?: AbortSignal): Promise<TodayFigures> =>
    (await http<TodayResponse>(`/reports/today?locationId=${locationId}`, { signal })).today,

  async reportCsv(kind: ReportKind, params: ReportParams, signal: AbortSignal): Promise<Blob> {
    return new Response(await httpStream(`/reports/${kind}/csv?${toQuery(params)}`, signal)).blob();
  },
};
