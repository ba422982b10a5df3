import type { ListedReconciliation } from '#domain/reconciliations/contract.ts';
import { reconciliationStatusLabels } from '#domain/reconciliations/reconciliation.ts';
import { pluralize } from '#src/ui/labels.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';

export const ReconciliationBadge = ({
  reconciliation: { status, differenceCount },
}: {
  reconciliation: ListedReconciliation;
}) => {
  if (status !== 'completed')
    return <StatusBadge severity={status === 'failed' ? 'error' : 'info'} label={reconciliationStatusLabels[status]} />;
  return (
    <StatusBadge
      severity={differenceCount === 0 ? 'success' : 'warning'}
      label={differenceCount === 0 ? 'Everything matches' : pluralize(differenceCount, 'discrepancy', 'discrepancies')}
    />
  );
};

const pollMs = 2_000;

/** Reconciliations on the screen are read again every few seconds while one of them is running. */
export const pollWhileRunning = (reconciliations: readonly Pick<ListedReconciliation, 'status'>[]): number | false =>
  reconciliations.some(({ status }) => status === 'running') && pollMs;
