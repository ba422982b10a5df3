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
  const session = { headers: { authorization: `Bearer ${body.token}` } };
  const locations = await server.anonymous.get('/locations', session);
  const { body: steps } = await server.anonymous.get(`/companies/${gym.companyId}/checklist`, session);
  expect(body).toEqual({
    token: expect.any(String),
    user: {
      id: ada.id,
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      userCompanies: [{ company: { id: gym.companyId, name: gym.companyName }, role: 'admin' }],
    },
    access: locations.headers['x-access'],
    locations: locations.body,
    checklist: steps.checklist,
  });
  expect(String(headers['set-cookie'])).toContain('HttpOnly');
  expect(locations.status).toBe(200);
}
