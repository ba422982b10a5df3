import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListedReconciliation } from '#domain/contract/reconciliations.ts';
import { shortDate } from '#domain/rules/dateText.ts';
import { reconciliationStatusLabels } from '#domain/rules/reconciliation.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

/** 'Nov 22, 2026', or the first and the last day. */
export const periodText = ({ from, to }: Pick<ListedReconciliation, 'from' | 'to'>): string =>
  from === to ? shortDate(from, 'UTC') : `${shortDate(from, 'UTC')} – ${shortDate(to, 'UTC')}`;

export const differencesText = (count: number): string => (count === 0 ? 'Everything matches' : `${count.toLocaleString('en-US')} ${count === 1 ? 'difference' : 'differences'}`);

export const ReconciliationBadge = ({ reconciliation: { status, differenceCount } }: { reconciliation: ListedReconciliation }) => {
  if (status !== 'completed') return <StatusBadge severity={status === 'failed' ? 'error' : 'info'} label={reconciliationStatusLabels[status]} />;
  return <StatusBadge severity={differenceCount === 0 ? 'success' : 'warning'} label={differencesText(differenceCount)} />;
};

const pollMs = 2_000;

/** Reads reconciliations again every few seconds while one of those that are shown is running. */
export const usePolling = (isRunning: boolean) => {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void cache.invalidateQueries({ queryKey: ['reconciliations'] }), pollMs);
    return () => clearInterval(timer);
  }, [isRunning, cache]);
};
