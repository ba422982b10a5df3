import type { RefreshResponse } from '#domain/auth/contract.ts';
import { http } from '#src/dataProvider/http.ts';
import { readClaims } from './claims.ts';
import { readSession, replaceToken } from './session.ts';
import { getNow } from '#src/clock.ts';

/** After a refusal or a lost connection, the next key presses do not ask the server again. */
const pauseMs = 5 * 60_000;
let askedAt = 0;

/** Renews the session once its token is past half its life. All tabs share the token, so only one of them renews it. */
export const renewIfDue = async (now = getNow().getTime()): Promise<void> => {
  const token = readSession()?.token;
  const claims = readClaims(token ?? null);
  if (!token || !claims || now - askedAt < pauseMs) return;
  const [from, until] = [claims.iat * 1000, claims.exp * 1000];
  if (now < (from + until) / 2 || now >= until) return;
  askedAt = now;
  try {
    replaceToken(token, (await http<RefreshResponse>('/auth/refresh', { method: 'POST', stale: [] })).token);
  } catch {
    // The token is still valid for a while, and a later key press tries again.
  }
};

/** Renews the session while somebody uses the keyboard or the pointer; calls that a screen makes by itself do not count. Returns the function that stops it. */
export const renewWhileInUse = () => {
  const used = () => void renewIfDue();
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) window.addEventListener(event, used, { capture: true, passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, used, { capture: true });
  };
};
