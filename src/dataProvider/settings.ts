import { useGetOne, type DataProvider, type GetManyResult, type GetOneResult, type UpdateResult } from 'react-admin';
import type { Checklist, ChecklistResponse } from '#domain/setup/checklist.ts';
import type {
  HeldRenewals,
  HeldRenewalsResponse,
  ReleaseRenewalsBody,
  ReleaseRenewalsResponse,
} from '#domain/contact-memberships/heldRenewalsContract.ts';
import type {
  MailPreview,
  MailPreviewResponse,
  Settings,
  SettingsResponse,
  SettingsUpdateBody,
} from '#domain/settings/contract.ts';
import type { MailKind } from '#domain/member-emails/memberMails.ts';
import { http } from './http.ts';
import { restResource, withFormErrors } from './restResource.ts';
import { business, staleBy } from './stale.ts';

/** A company's settings under the company's id. */
export type SettingsRecord = Settings & { id: string };

/** The rules of a company, for the forms that apply them. */
export const useSettings = (companyId: string) => useGetOne<SettingsRecord>('settings', { id: companyId });

const save = async (companyId: string, body: SettingsUpdateBody): Promise<SettingsRecord> => {
  const { settings } = await http<SettingsResponse>(`/companies/${companyId}/settings`, {
    method: 'PUT',
    body,
    stale: staleBy.settings,
  });
  return { ...settings, id: companyId };
};

export const settingsResource: DataProvider = {
  ...restResource({
    path: 'settings',
    rows: () => [],
    one: (record: SettingsRecord) => record,
    lacks: ['create', 'delete'],
  }),
  getOne: async (_resource, { id, signal }): Promise<GetOneResult> => {
    const { settings } = await http<SettingsResponse>(`/companies/${id}/settings`, { signal });
    return { data: { ...settings, id: String(id) } };
  },
  getMany: async (name, { ids }): Promise<GetManyResult> => {
    const found = await Promise.all(ids.map((id) => settingsResource.getOne(name, { id })));
    return { data: found.map(({ data }) => data) };
  },
  update: async (_resource, { id, data }): Promise<UpdateResult> => ({
    data: await withFormErrors(save(String(id), data)),
  }),
};

export const settingsActions = {
  saveSettings: save,

  /** A mail to members as it is sent, with example data. */
  mailPreview: async (companyId: string, kind: MailKind, signal?: AbortSignal): Promise<MailPreview> =>
    (await http<MailPreviewResponse>(`/companies/${companyId}/settings/mails/${kind}`, { signal })).preview,

  checklist: async (companyId: string, signal?: AbortSignal): Promise<Checklist> =>
    (await http<ChecklistResponse>(`/companies/${companyId}/checklist`, { signal })).checklist,

  heldRenewals: async (companyId: string, signal?: AbortSignal): Promise<HeldRenewals> =>
    (await http<HeldRenewalsResponse>(`/companies/${companyId}/held-renewals`, { signal })).heldRenewals,

  releaseRenewals: (companyId: string, body: ReleaseRenewalsBody, idempotencyKey: string) =>
    http<ReleaseRenewalsResponse>(`/companies/${companyId}/held-renewals/release`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: business,
    }),
};
