import type { AccountMails, AccountMailsResponse } from '#domain/contract/account.ts';
import { http } from './http.ts';

const path = '/account/mails';

/** Not part of the one data provider, which is in the first load: only one's own account needs them. */
export const accountMailActions = {
  mails: async (signal?: AbortSignal): Promise<AccountMails> => (await http<AccountMailsResponse>(path, { signal })).mails,
  saveMails: async (body: AccountMails): Promise<AccountMails> => (await http<AccountMailsResponse>(path, { method: 'PUT', body })).mails,
};
