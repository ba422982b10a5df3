import { HttpError } from 'react-admin';
import type { Checkin, CheckinResponse, CheckinBody, CheckinListItem, CheckinPage, CheckinSummary } from '#domain/contract/checkins.ts';
import { restAdapter } from './adapter.ts';
import { http, messageFrom } from './http.ts';

/** A check-in with the contact it was for, as the lists show it. */
export type CheckinRecord = Checkin & { contact: CheckinListItem['contact'] };

export const checkinsAdapter = restAdapter({
  path: 'checkins',
  rows: ({ checkins }: CheckinPage) => checkins.map(({ checkin, contact }): CheckinRecord => ({ ...checkin, contact })),
  one: ({ checkin }: CheckinResponse) => checkin,
});

export type CheckinOutcome = { granted: true; checkin: Checkin } | { granted: false; message: string };

export const checkinActions = {
  /** Checks a contact in. A denial is an outcome and not a failure: the API says 403, an older one 200 and not granted. */
  async checkIn(body: CheckinBody, idempotencyKey: string): Promise<CheckinOutcome> {
    try {
      const { checkin } = await http<CheckinResponse>('/checkins', { method: 'POST', body, idempotencyKey });
      return checkin.accessGranted ? { granted: true, checkin } : { granted: false, message: checkin.reason ?? '' };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 403) throw error;
      return { granted: false, message: messageFrom(error, 'Failed to process check-in') };
    }
  },

  /** Check-ins by the location's own days, today last; null from an API that does not know the call. */
  async checkinSummary(locationId: string, days: number, signal?: AbortSignal): Promise<CheckinSummary | null> {
    try {
      return await http<CheckinSummary>(`/checkins/summary?locationId=${locationId}&days=${days}`, { signal });
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    }
  },
};
