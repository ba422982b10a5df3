import type { ReactNode } from 'react';
import { can, type Feature } from '#domain/rules/access.ts';
import { Loading } from '#src/custom/ui/Loading.tsx';
import { NoAccess } from './NoAccess.tsx';
import { useLocationScope } from './useLocationScope.ts';

/** Shows its children to a level that may use the feature; the URL stays, and nothing that would be refused is asked. */
export const RequireAccess = ({ feature, children }: { feature: Feature; children: ReactNode }) => {
  const { level, isPending } = useLocationScope();
  if (isPending) return <Loading />;
  return level && can(level, feature) ? children : <NoAccess feature={feature} />;
};
