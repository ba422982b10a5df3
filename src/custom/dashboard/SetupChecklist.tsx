import { useQuery } from '@tanstack/react-query';
import { companiesFor } from '#src/authProvider/companyAccess.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { checklistQuery, SetupSteps } from './checklistQuery.ts';

export const SetupChecklist = () => {
  const { company, checklist } = useChecklist();
  return company && checklist ? (
    <LazyPart>
      <SetupSteps key={company.id} {...company} checklist={checklist} />
    </LazyPart>
  ) : null;
};

/**
 * The steps are at the top, so a company admin's dashboard waits for this response to avoid a layout shift. It is requested
 * together with the locations; only an admin of several companies has to wait for those first.
 */
export const useChecklist = () => {
  const { selected, isPending } = useLocationScope();
  const companies = companiesFor('checklist:read');
  const company = selected
    ? companies.find(({ id }) => id === selected.company.id)
    : isPending && companies.length > 1
      ? undefined
      : companies[0];
  const {
    data: checklist,
    isLoading,
    errorUpdateCount,
  } = useQuery({
    ...checklistQuery(company?.id ?? ''),
    enabled: company !== undefined,
  });
  // After a failure nothing waits for it: the steps ask again when they are mounted, and would be unmounted by that again and again.
  return { company, checklist, isLoading: isLoading && errorUpdateCount === 0 };
};
