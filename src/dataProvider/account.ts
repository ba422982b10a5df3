import type {
  AccountBody,
  AccountChanged,
  AccountEmails,
  AccountEmailsResponse,
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
const emailsPath = '/account/emails';

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

  accountEmails: async (signal?: AbortSignal): Promise<AccountEmails> =>
    (await http<AccountEmailsResponse>(emailsPath, { signal })).emails,
  saveAccountEmails: async (body: AccountEmails): Promise<AccountEmails> =>
    (await http<AccountEmailsResponse>(emailsPath, { method: 'PUT', body })).emails,

  ownSessions: async (signal?: AbortSignal) => (await http<SessionList>('/account/sessions', { signal })).sessions,
  endOwnSession: (id: string) => http<MessageResponse>(`/account/sessions/${id}`, { method: 'DELETE' }),
  endOtherSessions: () => http<MessageResponse>('/account/sessions', { method: 'DELETE' }),
};
