import type { RefreshResponse } from '#domain/contract/auth.ts';
import { http } from '#src/dataProvider/http.ts';
import { claimsOf } from './claims.ts';
import { readSession, replaceToken } from './session.ts';

/** Where the server cannot be reached, or gives no more time, it is not asked again at every key. */
const pauseMs = 5 * 60_000;
let askedAt = 0;

/** Renews the session once its token is past half its life. All tabs share the token, so one of them does it for all. */
export const renewIfDue = async (now = Date.now()): Promise<void> => {
  const token = readSession()?.token;
  const claims = claimsOf(token ?? null);
  if (!token || !claims || now - askedAt < pauseMs) return;
  const [from, until] = [claims.iat * 1000, claims.exp * 1000];
  if (now < (from + until) / 2 || now >= until) return;
  askedAt = now;
  try {
    replaceToken(token, (await http<RefreshResponse>('/auth/refresh', { method: 'POST' })).token);
  } catch {
    // It stays as it is: the token is good for some time yet, and the next key asks again.
  }
};

/** Keeps the session going while somebody works at this screen; gives a stop. Calls made by the screen itself do not count. */
export const renewWhileInUse = () => {
  const used = () => void renewIfDue();
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) window.addEventListener(event, used, { capture: true, passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, used, { capture: true });
  };
};
