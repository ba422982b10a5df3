import type {
  ReconciliationPage,
  ReconciliationResponse,
  StartReconciliationBody,
} from '#domain/reconciliations/contract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';

export const reconciliationsResource = restResource({
  path: 'reconciliations',
  rows: ({ reconciliations }: ReconciliationPage) => reconciliations,
  one: ({ reconciliation }: ReconciliationResponse) => reconciliation,
  lacks: ['create', 'update', 'delete'],
});

/** Starting one for the same days while it runs returns the running one. */
export const startReconciliation = async (body: StartReconciliationBody) =>
  (await http<ReconciliationResponse>('/reconciliations', { method: 'POST', body, stale: ['reconciliations'] }))
    .reconciliation;
