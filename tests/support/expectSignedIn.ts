import { expect } from 'vitest';
import type { Gym } from './gym.ts';
import type { Reply, TestServer } from './server.ts';

/** Ada Byron, an admin of this gym, got the usual response to a sign-in: a valid token, and a cookie that makes the device known. */
export async function expectSignedIn(
  server: TestServer,
  gym: Gym,
  ada: { id: string; email: string },
  { status, body, headers }: Reply,
): Promise<void> {
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.any(String),
    user: {
      id: ada.id,
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      userCompanies: [{ company: { id: gym.companyId, name: gym.companyName }, role: 'admin' }],
    },
  });
  expect(String(headers['set-cookie'])).toContain('HttpOnly');
  const authorization = `Bearer ${body.token}`;
  expect((await server.anonymous.get('/locations', { headers: { authorization } })).status).toBe(200);
}
