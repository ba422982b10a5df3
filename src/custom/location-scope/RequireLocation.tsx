import { Fragment, type ReactNode } from 'react';
import type { Feature } from '#domain/rules/access.ts';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { Loading } from '#src/custom/ui/Loading.tsx';
import { RequireAccess } from './RequireAccess.tsx';
import { SelectLocation } from './SelectLocation.tsx';
import { useLocationScope } from './useLocationScope.ts';

interface RequireLocationProps {
  feature: Feature;
  /** The screen's own words for when no location is selected. */
  prompt: string;
  offersDashboard?: boolean;
  children: ReactNode;
}

/**
 * The gate of every screen that depends on a location. Another location is another screen: everything below is made
 * anew, so that not one row of the old location is ever seen under the new one's name.
 */
export const RequireLocation = ({ feature, prompt, offersDashboard, children }: RequireLocationProps) => {
  const { selected, isPending, error, refetch } = useLocationScope();
  if (error && !selected) return <ErrorState text="Error loading locations" onRetry={refetch} />;
  if (isPending) return <Loading />;
  if (!selected) return <SelectLocation text={prompt} offersDashboard={offersDashboard} />;
  return (
    <RequireAccess feature={feature}>
      <Fragment key={selected.id}>{children}</Fragment>
    </RequireAccess>
  );
};
