import type { AuthProvider } from 'react-admin';
import { can, isFeature, type Level } from '#domain/shared/access.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { http } from '#src/dataProvider/http.ts';
import { signIn } from './password.ts';
import { companyLevel } from './companyAccess.ts';
import { endSession, readSession } from './session.ts';

/** The browser forgets the session at once. The call that ends it on the server outlives the page, and nobody waits for it. */
export const signOut = () => {
  if (readSession()) http('/auth/logout', { method: 'POST', stale: [], keepalive: true }).catch(() => undefined);
  endSession();
};

export const authProvider: AuthProvider = {
  login: ({ email, password }: { email: string; password: string }) => signIn(email, password),
  async logout() {
    signOut();
    return false;
  },
  async checkAuth() {
    if (!readSession()) throw new Error('Authentication error');
  },
  // `http` ends a session that the server refuses. If this threw as well, react-admin would resolve the call with an empty
  // record, and a save would look successful.
  async checkError() {},
  async getIdentity() {
    const user = readSession()?.user;
    if (!user) throw new Error('Authentication error');
    return { ...user, fullName: fullName(user).trim() };
  },
  /** `record` is a location with the user's level there. */
  async canAccess({ resource, record }) {
    const level: Level | null = record ? record.level : companyLevel();
    return level !== null && isFeature(resource) && can(level, resource);
  },
};
