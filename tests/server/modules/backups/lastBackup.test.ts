import { beforeEach, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { recordBackup } from '#server/modules/backups/index.ts';
import { recordFailure } from '#server/modules/backups/repo.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

beforeEach(async () => void (await server.database.unscoped.deleteFrom('last_backup').execute()));

const completedAt = '2026-03-15T09:00:00.000Z';
const failedAt = '2026-03-16T09:00:00.000Z';

test('admins of every company read when everything was last backed up, and whether the newest try failed', async () => {
  expect((await gym.by.admin.get('/last-backup')).body).toEqual({ lastBackup: null });
  await recordBackup(server.database, new Date(completedAt));
  expect((await gym.by.admin.get('/last-backup')).body).toEqual({ lastBackup: { completedAt, failedAt: null } });
  await recordFailure(server.database, new Date(failedAt), '/backups is full');
  expect((await rival.by.admin.get('/last-backup')).body).toEqual({ lastBackup: { completedAt, failedAt } });
});

test.each(levels.filter((level) => level !== 'admin'))('%s does not', async (level) => {
  expect((await gym.by[level].get('/last-backup')).status).toBe(403);
});

test('nor does who is not signed in', async () => {
  expect((await server.anonymous.get('/last-backup')).status).toBe(401);
});
