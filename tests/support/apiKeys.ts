import { expect } from 'vitest';
import type { Gym } from './gym.ts';
import type { Caller, TestServer } from './server.ts';

interface MadeKey {
  id: string;
  key: string;
  caller: Caller;
}

/** A key that the gym's admin makes, and its caller. */
export async function createApiKey(
  server: TestServer,
  gym: Gym,
  scopes: readonly string[],
  parts: { name?: string; locationIds?: string[]; expiresAt?: string; origins?: string[] } = {},
): Promise<MadeKey> {
  const { status, body } = await gym.by.admin.post('/api-keys', {
    body: { companyId: gym.companyId, name: 'Website', scopes, ...parts },
  });
  expect([status, body.message]).toEqual([201, 'API key created']);
  return { id: body.apiKey.id, key: body.key, caller: server.withKey(body.key) };
}
