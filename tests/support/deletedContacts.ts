import type { MembersGym } from './afterSale.ts';
import type { TestServer } from './server.ts';

type Level = keyof MembersGym['users'];

/** Deletes contacts and restores them, each time in a new session. */
export function deletionCalls(server: TestServer, gym: () => MembersGym) {
  const by = (level: Level) => server.as(gym().users[level]);
  return {
    by,
    remove: async (contactId: string, level: Level = 'manager') => (await by(level)).delete(`/contacts/${contactId}`),
    restore: async (contactId: string, body?: object, level: Level = 'admin') =>
      (await by(level)).post(`/contacts/${contactId}/restore`, body ? { body } : {}),
  };
}
