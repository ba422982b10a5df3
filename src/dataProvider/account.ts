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
import { staleBy } from './stale.ts';

export const readAccount = async () => updateUser((await http<AccountResponse>('/account')).user);

const factorPath = '/account/second-factor';
const emailsPath = '/account/emails';

export const accountActions = {
  async saveAccount(body: AccountBody) {
    const { user, message } = await http<AccountChanged>('/account', { method: 'PUT', body, stale: staleBy.users });
    updateUser(user);
    return message;
  },

  changeOwnPassword: (body: AccountPasswordBody) =>
    http<MessageResponse>('/account/password', { method: 'PUT', body, stale: ['sessions'] }),

  secondFactor: async (signal?: AbortSignal): Promise<SecondFactor> =>
    (await http<SecondFactorResponse>(factorPath, { signal })).secondFactor,
  beginSecondFactor: (body: PasswordProof) =>
    http<SecondFactorKey>(factorPath, { method: 'POST', body, stale: ['second-factor'] }),
  confirmSecondFactor: (code: string) =>
    http<RecoveryCodes>(`${factorPath}/confirmation`, {
      method: 'POST',
      body: { code },
      stale: ['second-factor', 'sessions', 'users'],
    }),
  replaceRecoveryCodes: (body: SecondFactorProof) =>
    http<RecoveryCodes>(`${factorPath}/recovery-codes`, { method: 'POST', body, stale: ['second-factor'] }),
  turnOffSecondFactor: (body: SecondFactorProof) =>
    http<MessageResponse>(factorPath, { method: 'DELETE', body, stale: ['second-factor', 'users'] }),

  accountEmails: async (signal?: AbortSignal): Promise<AccountEmails> =>
    (await http<AccountEmailsResponse>(emailsPath, { signal })).emails,
  saveAccountEmails: async (body: AccountEmails): Promise<AccountEmails> =>
    (await http<AccountEmailsResponse>(emailsPath, { method: 'PUT', body, stale: ['account-emails'] })).emails,

  ownSessions: async (signal?: AbortSignal) => (await http<SessionList>('/account/sessions', { signal })).sessions,
  endOwnSession: (id: string) =>
    http<MessageResponse>(`/account/sessions/${id}`, { method: 'DELETE', stale: ['sessions'] }),
  endOtherSessions: () => http<MessageResponse>('/account/sessions', { method: 'DELETE', stale: ['sessions'] }),
};
