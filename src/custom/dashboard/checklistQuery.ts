import type { QueryClient } from '@tanstack/react-query';
import { companiesFor } from '#src/authProvider/session.ts';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';

/** Outside of the page's chunk, because the response may come before that. */
export const SetupSteps = lazyWithPreload('setup', () => import('./SetupSteps.tsx'), 'SetupSteps');

export const checklistQuery = (companyId: string) => ({
  queryKey: ['checklist', companyId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const response = await settingsActions.checklist(companyId, signal);
    // A company whose setup is complete never loads the steps.
    const { dismissedAt, planOnSale: _, ...steps } = response;
    const isDone = dismissedAt !== null || Object.values(steps).every(Boolean);
    if (!isDone) await preload('setup');
    return isDone ? null : response;
  },
});

/** Sends the request before the first render, since an admin's dashboard waits for it. With several companies it is not yet known which one to ask about. */
export const prefetchChecklist = (cache: QueryClient) => {
  const [company, other] = companiesFor('checklist:read');
  if (company && !other) void cache.prefetchQuery(checklistQuery(company.id));
};
