import { useQuery } from '@tanstack/react-query';
import { companiesFor } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/custom/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { checklistQuery } from './checklistQuery.ts';

/** What a new company still needs, for its admins, until all of it is done or the list is dismissed. */
export const SetupChecklist = () => {
  const { company, checklist } = useChecklist();
  return company && checklist ? (
    <LazyPart>
      <SetupSteps key={company.id} {...company} checklist={checklist} />
    </LazyPart>
  ) : null;
};

/**
 * The steps are above everything else, so the dashboard of a company's admin waits for the answer, in order that nothing
 * moves when it comes. It is asked for with the locations: which company it is follows from them only where there are several.
 */
export const useChecklist = () => {
  const { selected, isPending } = useLocationScope();
  const companies = companiesFor('checklist:read');
  const company = selected ? companies.find(({ id }) => id === selected.company.id) : isPending && companies.length > 1 ? undefined : companies[0];
  const { data: checklist, isLoading } = useQuery({ ...checklistQuery(company?.id ?? ''), enabled: company !== undefined });
  return { company, checklist, isLoading };
};

const SetupSteps = lazyWithPreload('setup', () => import('./SetupSteps.tsx'), 'SetupSteps');
