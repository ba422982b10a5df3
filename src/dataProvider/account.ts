import type { AccountBody, AccountChanged, AccountPasswordBody, AccountResponse } from '#domain/contract/account.ts';
import type { MessageResponse } from '#domain/contract/common.ts';
import type { SessionList } from '#domain/contract/users.ts';
import { updateUser } from '#src/authProvider/session.ts';
import { http } from './http.ts';

/** Reads the signed-in person's names and companies anew, for all that goes by the stored ones. */
export const readAccount = async () => updateUser((await http<AccountResponse>('/account')).user);

export const accountActions = {
  async saveAccount(body: AccountBody) {
    const { user, message } = await http<AccountChanged>('/account', { method: 'PUT', body });
    updateUser(user);
    return message;
  },

  changeOwnPassword: (body: AccountPasswordBody) => http<MessageResponse>('/account/password', { method: 'PUT', body }),

  ownSessions: async (signal?: AbortSignal) => (await http<SessionList>('/account/sessions', { signal })).sessions,
  endOwnSession: (id: string) => http<MessageResponse>(`/account/sessions/${id}`, { method: 'DELETE' }),
  endOtherSessions: () => http<MessageResponse>('/account/sessions', { method: 'DELETE' }),
};
