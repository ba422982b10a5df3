import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { companiesFor } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';

/** What a new company still needs, for its admins, until all of it is done or the list is dismissed. */
export const SetupChecklist = () => {
  const { company, checklist } = useChecklist();
  return company && checklist ? (
    <Suspense fallback={null}>
      <SetupSteps key={company.id} {...company} checklist={checklist} />
    </Suspense>
  ) : null;
};

/**
 * The steps are above everything else, so the dashboard of a company's admin waits for the answer, in order that nothing
 * moves when it comes. It is asked for with the locations: which company it is follows from them only where there are several.
 */
export const useChecklist = () => {
  const data = useAppDataProvider();
  const { selected, isPending } = useLocationScope();
  const companies = companiesFor('checklist:read');
  const company = selected ? companies.find(({ id }) => id === selected.company.id) : isPending && companies.length > 1 ? undefined : companies[0];
  const { data: checklist, isLoading } = useQuery({
    queryKey: ['checklist', company?.id],
    queryFn: async ({ signal }) => {
      const answer = await data.checklist(company?.id ?? '', signal);
      // A company that is set up never loads the steps.
      const isDone = answer.dismissedAt !== null || Object.values(answer).every((value) => value === null || value === true);
      if (!isDone) await preload('setup');
      return isDone ? null : answer;
    },
    enabled: company !== undefined,
  });
  return { company, checklist, isLoading };
};

const SetupSteps = lazyWithPreload('setup', () => import('./SetupSteps.tsx'), 'SetupSteps');
