import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isSameSecret } from '#server/platform/crypto/appSecret.ts';

interface DeviceCookies {
  /** A known device keeps its id. */
  issue(account: string, now: Date, id?: string): string;
  deviceOf(header: string | undefined, account: string, now: Date): string | undefined;
}

const days = 365;

/**
 * OWASP device cookies. Failures elsewhere do not count against a known device, so that nobody can lock out the owner of
 * an account by guessing passwords.
 */
export function deviceCookies({ appSecret, publicUrl }: { appSecret: string; publicUrl: string }): DeviceCookies {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'spotter device cookies', 32));
  const signature = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return {
    issue(account, now, id = randomBytes(16).toString('base64url')) {
      const expires = String(Math.floor(now.getTime() / 1000) + days * 86_400);
      const value = [id, expires, signature(account, id, expires)].join('.');
      return `${cookieName(account)}=${value}; Path=/api/auth/login; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${secure}`;
    },
    deviceOf(header, account, now) {
      const [id = '', expires = '', signed = ''] = (readCookie(header, cookieName(account)) ?? '').split('.');
      const isOurs = isSameSecret(signed, signature(account, id, expires));
      return isOurs && Number(expires) * 1000 > now.getTime() ? id : undefined;
    },
  };
}

/** One cookie per account, since a front desk's browser is shared. The cookie name does not reveal the address. */
const cookieName = (account: string) => `device_${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;

const readCookie = (header: string | undefined, name: string) =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
