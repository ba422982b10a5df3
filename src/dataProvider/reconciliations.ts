import type { ReconciliationPage, ReconciliationResponse, StartReconciliationBody } from '#domain/contract/reconciliations.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';

export const reconciliationsResource = restResource({
  path: 'reconciliations',
  rows: ({ reconciliations }: ReconciliationPage) => reconciliations,
  one: ({ reconciliation }: ReconciliationResponse) => reconciliation,
  lacks: ['create', 'update', 'delete'],
});

/** Asked for the same days again while it runs, it is the same one. */
export const startReconciliation = async (body: StartReconciliationBody) =>
  (await http<ReconciliationResponse>('/reconciliations', { method: 'POST', body })).reconciliation;
