import { Suspense } from 'react';
import { may } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

/** For who collects money. The front desk does not wait for it. */
export const NeedsAttention = () => {
  const { selected, level } = useLocationScope();
  if (!selected || !level || !may(level, 'attention:read')) return null;
  return (
    <Suspense fallback={null}>
      <AttentionCard key={selected.id} locationId={selected.id} timezone={selected.timezone} />
    </Suspense>
  );
};

const AttentionCard = lazyWithPreload('attention', () => import('./AttentionCard.tsx'), 'AttentionCard');
