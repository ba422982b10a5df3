import type {
  AccountBody,
  AccountChanged,
  AccountMails,
  AccountMailsResponse,
  AccountPasswordBody,
  AccountResponse,
} from '#domain/account/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import type { SessionList } from '#domain/users/contract.ts';
import { updateUser } from '#src/authProvider/session.ts';
import type {
  PasswordProof,
  RecoveryCodes,
  SecondFactor,
  SecondFactorKey,
  SecondFactorProof,
  SecondFactorResponse,
} from '#domain/account/secondFactorContract.ts';
import { http } from './http.ts';

/** Fetches the signed-in person's name and companies again and stores them. */
export const readAccount = async () => updateUser((await http<AccountResponse>('/account')).user);

const factorPath = '/account/second-factor';
const mailsPath = '/account/mails';

export const accountActions = {
  async saveAccount(body: AccountBody) {
    const { user, message } = await http<AccountChanged>('/account', { method: 'PUT', body });
    updateUser(user);
    return message;
  },

  changeOwnPassword: (body: AccountPasswordBody) => http<MessageResponse>('/account/password', { method: 'PUT', body }),

  secondFactor: async (signal?: AbortSignal): Promise<SecondFactor> =>
    (await http<SecondFactorResponse>(factorPath, { signal })).secondFactor,
  beginSecondFactor: (body: PasswordProof) => http<SecondFactorKey>(factorPath, { method: 'POST', body }),
  confirmSecondFactor: (code: string) =>
    http<RecoveryCodes>(`${factorPath}/confirmation`, { method: 'POST', body: { code } }),
  replaceRecoveryCodes: (body: SecondFactorProof) =>
    http<RecoveryCodes>(`${factorPath}/recovery-codes`, { method: 'POST', body }),
  turnOffSecondFactor: (body: SecondFactorProof) => http<MessageResponse>(factorPath, { method: 'DELETE', body }),

  accountMails: async (signal?: AbortSignal): Promise<AccountMails> =>
    (await http<AccountMailsResponse>(mailsPath, { signal })).mails,
  saveAccountMails: async (body: AccountMails): Promise<AccountMails> =>
    (await http<AccountMailsResponse>(mailsPath, { method: 'PUT', body })).mails,

  ownSessions: async (signal?: AbortSignal) => (await http<SessionList>('/account/sessions', { signal })).sessions,
  endOwnSession: (id: string) => http<MessageResponse>(`/account/sessions/${id}`, { method: 'DELETE' }),
  endOtherSessions: () => http<MessageResponse>('/account/sessions', { method: 'DELETE' }),
};
