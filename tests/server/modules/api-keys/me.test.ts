import { addDays } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

describe('GET /me', () => {
  test('says of a key what it may do where', async () => {
    const expiresAt = addDays(server.clock.now, 7).toISOString();
    const { caller, id } = await createApiKey(server, gym, ['contacts:write'], {
      locationIds: [gym.locationId],
      expiresAt,
    });
    expect((await caller.get('/me')).body).toEqual({
      type: 'api_key',
      id,
      name: 'Website',
      createdBy: { id: gym.users.admin.id, name: 'Sam admin' },
      scopes: ['contacts:write'],
      expiresAt,
      companies: [{ id: gym.companyId, name: gym.companyName, role: 'staff' }],
      locations: [
        {
          id: gym.locationId,
          companyId: gym.companyId,
          name: `${gym.companyName} North`,
          timezone: 'America/Denver',
          level: 'admin',
        },
      ],
    });
  });

  test('says of a user who and where they are', async () => {
    const { body: me } = await gym.by.operator.get('/me');
    expect(me).toMatchObject({
      type: 'user',
      id: gym.users.operator.id,
      name: 'Sam operator',
      scopes: null,
      createdBy: null,
    });
    expect(me.locations).toMatchObject([{ id: gym.locationId, level: 'operator' }]);
  });

  test('is 401 without a token', async () => {
    expect((await server.anonymous.get('/me')).status).toBe(401);
  });
});
