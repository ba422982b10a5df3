import type { Agreement, AgreementResponse, AgreementDownload, AgreementPage } from '#domain/contract/agreements.ts';
import { restAdapter, type ResourceAdapter } from './adapter.ts';
import { http } from './http.ts';

const one = ({ agreement }: AgreementResponse) => agreement;
const adapter = restAdapter({ path: 'agreements', rows: ({ agreements }: AgreementPage) => agreements, one });

/** One agreement is asked for within a company, which a screen hands over as `meta.companyId`. */
const inCompany = (id: unknown, meta: { companyId?: string } | undefined) =>
  `/agreements/${String(id)}${meta?.companyId ? `?companyId=${meta.companyId}` : ''}`;

const answered = (answer: AgreementResponse) => ({ data: one(answer) }) as never;

export const agreementsAdapter: ResourceAdapter = {
  ...adapter,
  getOne: async (_resource, { id, meta, signal }) => answered(await http(inCompany(id, meta), { signal })),
  create: async (_resource, { data }) => answered(await http('/agreements', { method: 'POST', body: formOf(data as object) })),
  update: async (_resource, { id, meta, data }) => answered(await http(inCompany(id, meta), { method: 'PUT', body: data })),
  delete: async (_resource, { id, meta, previousData }) => {
    await http(inCompany(id, meta), { method: 'DELETE' });
    return { data: { id, ...previousData } } as never;
  },
};

export const agreementActions = {
  /** Adds a document as the newest version; answers the agreement with all of them. */
  addAgreementVersion: async ({ id, companyId }: Pick<Agreement, 'id' | 'companyId'>, pdf: File) =>
    one(await http<AgreementResponse>(`/agreements/${id}/versions`, { method: 'POST', body: formOf({ pdf, companyId }) })),

  /** The address from which a version's document can be read for some minutes, and its name. */
  agreementDownload: (versionId: string, companyId: string) =>
    http<AgreementDownload>(`/agreements/versions/${versionId}/download?companyId=${companyId}`),
};

/** A form with files; what is not given is left out. */
function formOf(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue;
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}
