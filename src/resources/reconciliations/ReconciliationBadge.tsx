import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListedReconciliation } from '#domain/contract/reconciliations.ts';
import { reconciliationStatusLabels } from '#domain/rules/reconciliation.ts';
import { pluralize } from '#src/custom/ui/labels.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

export const ReconciliationBadge = ({ reconciliation: { status, differenceCount } }: { reconciliation: ListedReconciliation }) => {
  if (status !== 'completed') return <StatusBadge severity={status === 'failed' ? 'error' : 'info'} label={reconciliationStatusLabels[status]} />;
  return <StatusBadge severity={differenceCount === 0 ? 'success' : 'warning'} label={differenceCount === 0 ? 'Everything matches' : pluralize(differenceCount, 'difference')} />;
};

const pollMs = 2_000;

/** Refetches reconciliations every few seconds while one of those on the screen is running. */
export const usePolling = (isRunning: boolean) => {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void cache.invalidateQueries({ queryKey: ['reconciliations'] }), pollMs);
    return () => clearInterval(timer);
  }, [isRunning, cache]);
};
