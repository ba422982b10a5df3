import type { QueryClient } from '@tanstack/react-query';
import type { Checklist } from '#domain/setup/checklist.ts';
import { companiesFor } from '#src/authProvider/companyAccess.ts';
import type { FirstPage } from '#src/authProvider/session.ts';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';

/** Outside of the page's chunk, because the response may come before that. */
export const SetupSteps = lazyWithPreload('setup', () => import('./SetupSteps.tsx'), 'SetupSteps');

export const checklistQuery = (companyId: string) => ({
  queryKey: ['checklist', companyId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const response = await settingsActions.checklist(companyId, signal);
    if (isDone(response)) return null;
    await preload('setup');
    return response;
  },
});

/** A company whose setup is complete never loads the steps. */
const isDone = (checklist: Checklist) => {
  const { dismissedAt, planOnSale: _, ...steps } = checklist;
  return dismissedAt !== null || Object.values(steps).every(Boolean);
};

/**
 * An admin's dashboard waits for it. It came with the sign-in, or is requested before the first render. With several companies it
 * is not yet known which one to ask about.
 */
export const prefetchChecklist = (cache: QueryClient, first: FirstPage | undefined) => {
  const [company, other] = companiesFor('checklist:read');
  if (!company || other) return;
  const query = checklistQuery(company.id);
  if (first?.checklist && isDone(first.checklist))
    cache.setQueryData(query.queryKey, null, { updatedAt: first.readAt });
  void cache.prefetchQuery(query);
};
