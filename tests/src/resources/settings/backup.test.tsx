import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someSettings } from '#tests/support/companies.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/resources/settings/SettingsPage.tsx';

const open = (lastBackup: object | null, level: 'admin' | 'manager' = 'admin') =>
  renderScreen(
    '/settings',
    {
      [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: someSettings() }),
      'GET /last-backup': () => ({ lastBackup }),
    },
    { level },
  );
const section = async () => within(await screen.findByRole('region', { name: 'Backup' }));

test('says when everything was last backed up, in the location’s time zone', async () => {
  open({ completedAt: '2026-03-15T09:00:00.000Z', failedAt: null });
  expect(await (await section()).findByText('Mar 15, 2026, 3:00 AM')).toBeVisible();
  expect((await section()).queryByRole('alert')).toBeNull();
});

test('says that the newest try failed', async () => {
  open({ completedAt: null, failedAt: '2026-03-16T09:00:00.000Z' });
  expect(await (await section()).findByRole('alert')).toHaveTextContent(
    'The backup failed on Mar 16, 2026, 3:00 AM. Ask whoever runs the server to look at its log.',
  );
  expect((await section()).getByText('None yet')).toBeVisible();
});

test('says that there is none', async () => {
  open(null);
  expect(await (await section()).findByText('No backup was made yet.')).toBeVisible();
});
