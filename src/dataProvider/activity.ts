import { HttpError } from 'react-admin';
import type { ActivityEntry, ActivityFilter, ActivityPage, ActivityPeople } from '#domain/activity/contract.ts';
import { http, httpStream } from './http.ts';
import { restResource } from './restResource.ts';

/** The activity log is read-only, and read only as a list. */
export const activityResource = restResource({
  path: 'activity',
  rows: ({ entries }: ActivityPage): ActivityEntry[] => entries,
  one: (): ActivityEntry => {
    throw new HttpError('The API has no single entries', 405);
  },
  lacks: ['getOne', 'create', 'update', 'delete'],
});

export const activityActions = {
  async activityPeople(companyId: string, signal?: AbortSignal): Promise<ActivityPeople['people']> {
    return (await http<ActivityPeople>(`/activity/people?companyId=${companyId}`, { signal })).people;
  },

  async activityCsv(filter: ActivityFilter, signal: AbortSignal): Promise<Blob> {
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
    return new Response(await httpStream(`/activity/csv?${query}`, signal)).blob();
  },
};
