import { useGetOne, type DataProvider, type GetManyResult, type GetOneResult, type UpdateResult } from 'react-admin';
import type { LastBackupResponse } from '#domain/backups/contract.ts';
import type { Checklist, ChecklistResponse } from '#domain/setup/checklist.ts';
import type {
  RenewalsOnHold,
  RenewalsOnHoldResponse,
  ActivateRenewalsBody,
  ActivateRenewalsResponse,
} from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import type {
  EmailPreview,
  EmailPreviewResponse,
  Settings,
  SettingsResponse,
  SettingsUpdateBody,
} from '#domain/settings/contract.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import { findSaved } from './editConflict.ts';
import { http } from './http.ts';
import { withFormErrors } from './lists.ts';
import { restResource } from './restResource.ts';
import { business, staleBy } from './stale.ts';

export type SettingsRecord = Settings & { id: string };

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
    const responses = await Promise.all(ids.map((id) => settingsResource.getOne(name, { id })));
    return { data: responses.map(({ data }) => data) };
  },
  update: async (name, { id, data }): Promise<UpdateResult> => {
    const read = async () => (await settingsResource.getOne<SettingsRecord>(name, { id })).data;
    const saved = save(String(id), data).catch((refusal: unknown) => findSaved(refusal, data, read));
    return { data: await withFormErrors(saved) };
  },
};

export const settingsActions = {
  saveSettings: save,

  emailPreview: async (companyId: string, kind: EmailKind, signal?: AbortSignal): Promise<EmailPreview> =>
    (await http<EmailPreviewResponse>(`/companies/${companyId}/settings/emails/${kind}`, { signal })).preview,

  lastBackup: (signal?: AbortSignal) => http<LastBackupResponse>('/last-backup', { signal }),

  checklist: async (companyId: string, signal?: AbortSignal): Promise<Checklist> =>
    (await http<ChecklistResponse>(`/companies/${companyId}/checklist`, { signal })).checklist,

  renewalsOnHold: async (companyId: string, signal?: AbortSignal): Promise<RenewalsOnHold> =>
    (await http<RenewalsOnHoldResponse>(`/companies/${companyId}/renewals-on-hold`, { signal })).renewalsOnHold,

  activateRenewals: (companyId: string, body: ActivateRenewalsBody, idempotencyKey: string) =>
    http<ActivateRenewalsResponse>(`/companies/${companyId}/renewals-on-hold/activate`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: business,
    }),
};
