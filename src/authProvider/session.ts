import type { LoginResponse, User } from '#domain/auth/contract.ts';
import { localStorage, sessionStorage } from '#src/safeStorage.ts';
import { createListeners } from '#src/listeners.ts';
import { isVisitorPath } from '#src/authPaths.ts';
import { isSameSession } from './claims.ts';
import { forgetDrafts } from './drafts.ts';

/** The only reader and writer of `token` and `user`. Signed in means that both are there. */
interface Session {
  token: string;
  /**
   * `access` is what the server last said about the user's access; see `noteAccess`. `expired` is there for the moment before an
   * expired session is removed: other tabs of it read there what to say.
   */
  user: User & { access?: string; expired?: string };
}

const tokenKey = 'token';
const userKey = 'user';
const ends = createListeners();
const expiries = createListeners();

export const readSession = (): Session | null => {
  const token = localStorage.getItem(tokenKey);
  const user = parseUser(localStorage.getItem(userKey));
  return token && user ? { token, user } : null;
};

/** What this page started with. */
let ownToken: string | null = null;
let ownUserId: string | undefined;
/** From now on no call that finds no session keeps a draft after all. */
let isSignedOut = false;

export const startSession = ({ token, user, access, locations, checklist }: Session & Partial<LoginResponse>) => {
  lastAccess = undefined;
  isSignedOut = false;
  ownToken = token;
  ownUserId = user.id;
  firstPage = locations && { token, locations, checklist, readAt: Date.now() };
  // The user first: another tab that hears of the token reads whose it is.
  localStorage.setItem(userKey, JSON.stringify({ access, ...user }));
  localStorage.setItem(tokenKey, token);
};

export interface FirstPage extends Required<Pick<LoginResponse, 'locations'>>, Pick<LoginResponse, 'checklist'> {
  readAt: number;
}

let firstPage: (FirstPage & Pick<Session, 'token'>) | undefined;

/** What came with the sign-in, if this page signed in. Another tab may have signed somebody else in since. */
export const readFirstPage = () => (firstPage?.token === readSession()?.token ? firstPage : undefined);

export const updateUser = (change: Partial<Session['user']>) => {
  const session = readSession();
  if (session) localStorage.setItem(userKey, JSON.stringify({ ...session.user, ...change }));
};

let lastAccess: string | undefined;

/** Compares the server's response about the user's access with the last one, even across a reload. True when it has changed. */
export const noteAccess = (access: string): boolean => {
  if (access === lastAccess) return false;
  const previous = lastAccess ?? readSession()?.user.access;
  lastAccess = access;
  updateUser({ access });
  return previous !== undefined && previous !== access;
};

/** Stores a renewed token, unless the session has ended or been replaced in the meantime. */
export const replaceToken = (old: string, renewed: string) => {
  if (localStorage.getItem(tokenKey) === old) localStorage.setItem(tokenKey, renewed);
};

/** A sign-out. What an earlier session left in forms goes too: a member's data may be among it. */
export const endSession = () => {
  forgetDrafts(readSession()?.user.id ?? ownUserId);
  isSignedOut = true;
  removeSession();
};

const removeSession = () => {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  ends.notify();
};

const expired = 'Your session has expired. Please log in again.';
export const noToken = 'Please log in again to continue.';
const noticeKey = 'logInAgain';

/**
 * Ends a session whose token is missing or no longer valid. Forms keep their unsaved work first. The sign-in page then says
 * once in each tab of the session why the user has to sign in again.
 */
export const expireSession = (notice = expired) => {
  if (isSignedOut) return;
  noteExpiry(notice);
  updateUser({ expired: notice });
  removeSession();
};

const noteExpiry = (notice: string) => {
  sessionStorage.setItem(noticeKey, notice);
  expiries.notify();
};

export const readLogInNotice = () => sessionStorage.getItem(noticeKey);
export const forgetLogInNotice = () => sessionStorage.removeItem(noticeKey);

export const onSessionExpired = expiries.listen;

/**
 * Calls back when the session ends in this tab, or when another tab ends it or starts a different one. A renewal does not
 * count, nor does the start of this page's own session, whose storage event may arrive after the next page has loaded.
 */
export const onSessionEnd = (listener: () => void) => {
  ownToken = localStorage.getItem(tokenKey);
  ownUserId = readSession()?.user.id;
  let hasExpired = false;
  const onStorage = (event: StorageEvent) => {
    const notice = event.key === userKey && parseUser(event.newValue)?.expired;
    if (notice) {
      hasExpired = true;
      // A visitor's page stays, and is not the one to say it.
      if (!isVisitorPath(window.location.pathname)) noteExpiry(notice);
    }
    const isEnd = event.key === null || (event.key === tokenKey && !isSameSession(ownToken, event.newValue));
    if (!isEnd) return;
    if (!hasExpired) {
      forgetDrafts(ownUserId);
      isSignedOut = true;
    }
    hasExpired = false;
    listener();
  };
  const stop = ends.listen(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
};

const parseUser = (text: string | null): Session['user'] | null => {
  try {
    const user: unknown = JSON.parse(text ?? 'null');
    return user && typeof user === 'object' && 'email' in user ? (user as Session['user']) : null;
  } catch {
    return null;
  }
};
