import type { MemberHistory, MemberHistoryResponse } from '#domain/contract/contacts-member-history.ts';
import { trendDays } from '#src/limits.ts';
import { http } from './http.ts';

/**
 * The members of a location on each of the last days, today last; null for a gym that had none before them. Not part of the
 * one data provider, which is in the first load.
 */
export async function memberHistory(locationId: string, signal?: AbortSignal): Promise<MemberHistory | null> {
  const { days } = await http<MemberHistoryResponse>(`/contacts/member-history?locationId=${locationId}&days=${trendDays}`, { signal });
  const hasHistory = (days[0]?.members ?? 0) > 0;
  return hasHistory ? days : null;
}
