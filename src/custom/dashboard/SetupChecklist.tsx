import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { companiesFor } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/** What a new company still needs, for its admins, until all of it is done or the list is dismissed. */
export const SetupChecklist = () => {
  const { selected, isPending } = useLocationScope();
  const companies = companiesFor('checklist:read');
  const company = selected ? companies.find(({ id }) => id === selected.company.id) : companies[0];
  return company && !isPending ? <CompanyChecklist key={company.id} {...company} /> : null;
};

const CompanyChecklist = ({ id, name }: { id: string; name: string }) => {
  const data = useAppDataProvider();
  const { data: checklist } = useQuery({ queryKey: ['checklist', id], queryFn: ({ signal }) => data.checklist(id, signal) });
  // The front desk does not wait for it, and a failure is no news there. A company that is set up never loads the steps.
  if (!checklist || checklist.dismissedAt !== null || Object.values(checklist).every((value) => value === null || value === true)) return null;
  return (
    <Suspense fallback={null}>
      <SetupSteps id={id} name={name} checklist={checklist} />
    </Suspense>
  );
};

const SetupSteps = lazyWithPreload('setup', () => import('./SetupSteps.tsx'), 'SetupSteps');
