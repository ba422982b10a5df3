import type { CreateResult, DataProvider } from 'react-admin';
import type { Agreement, AgreementResponse, AgreementDownload, AgreementPage } from '#domain/agreements/contract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

const one = ({ agreement }: AgreementResponse) => agreement;

export const agreementsResource = {
  ...restResource({
    path: 'agreements',
    stale: staleBy.agreements,
    rows: ({ agreements }: AgreementPage) => agreements,
    one,
    // An agreement is read within a company, which the screen passes as `meta.companyId`.
    toQuery: (meta) => (meta?.companyId ? `?companyId=${meta.companyId}` : ''),
  }),
  create: async (_resource, { data, meta }): Promise<CreateResult> => ({
    data: one(
      await http<AgreementResponse>('/agreements', {
        method: 'POST',
        body: toForm(data),
        idempotencyKey: meta.idempotencyKey,
        stale: staleBy.agreements,
      }),
    ),
  }),
} satisfies DataProvider;

export const agreementActions = {
  addAgreementVersion: async (
    { id, companyId }: Pick<Agreement, 'id' | 'companyId'>,
    pdf: File,
    idempotencyKey: string,
  ) =>
    one(
      await http<AgreementResponse>(`/agreements/${id}/versions`, {
        method: 'POST',
        body: toForm({ pdf, companyId }),
        idempotencyKey,
        stale: staleBy.agreements,
      }),
    ),

  /** The file name of a version, and a URL that serves it for some minutes. */
  agreementDownload: (versionId: string, companyId: string) =>
    http<AgreementDownload>(`/agreements/versions/${versionId}/download?companyId=${companyId}`),
};

function toForm(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue;
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}
