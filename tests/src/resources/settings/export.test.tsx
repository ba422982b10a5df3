import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompanyExport } from '#domain/company-export/contract.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/resources/settings/ExportPage.tsx';

const path = `/companies/${ironPeak.id}/exports`;
const waiting: CompanyExport = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  status: 'waiting',
  progress: 0,
  requestedBy: 'Ada Owner',
  requestedAt: '2026-01-05T12:00:00.000Z',
  expiresAt: null,
  size: null,
};
const ready: CompanyExport = {
  ...waiting,
  status: 'ready',
  progress: 100,
  expiresAt: '2026-01-06T12:00:00.000Z',
  size: 12_345_678,
  url: '/api/files/archive.zip?signature=x',
};
const open = (routes: Routes = {}) => renderScreen('/settings/export', routes, { level: 'admin' });
const archive = async () => within(await screen.findByRole('region', { name: 'Archive' }));

test('asks for an archive, shows how far it is, and then the link', async () => {
  const answers: (CompanyExport | null)[] = [null, { ...waiting, status: 'running', progress: 42 }, ready];
  const { user, api } = open({
    [`GET ${path}`]: () => ({ export: answers.length > 1 ? answers.shift() : answers[0] }),
    [`POST ${path}`]: () => respond(202, { export: waiting }),
  });
  await user.click(await (await archive()).findByRole('button', { name: 'Export everything' }));
  expect(api.to(`POST ${path}`)).toHaveLength(1);
  expect(await (await archive()).findByRole('progressbar', { name: 'Export' })).toHaveAttribute('aria-valuenow', '42');
  const link = await (await archive()).findByRole('link', { name: 'Download (12.3 MB)' }, { timeout: 10_000 });
  expect(link).toHaveAttribute('href', ready.url);
  expect(
    (await archive()).getByText(
      'Asked for by Ada Owner on Jan 5, 2026, 5:00 AM. It can be downloaded until Jan 6, 2026, 5:00 AM.',
    ),
  ).toBeVisible();
});

test('says that it failed, and can be asked again', async () => {
  open({ [`GET ${path}`]: () => ({ export: { ...waiting, status: 'failed' } }) });
  expect(await (await archive()).findByRole('alert')).toHaveTextContent('The export failed.');
  expect((await archive()).getByRole('button', { name: 'Export again' })).toBeEnabled();
});

test('a refusal shows the server’s message', async () => {
  const { user } = open({
    [`POST ${path}`]: () => respond(409, { message: 'An export is being made. Wait until it is ready' }),
  });
  await user.click(await (await archive()).findByRole('button', { name: 'Export everything' }));
  expect(await screen.findByText('An export is being made. Wait until it is ready')).toBeVisible();
});

test('an admin of one location is told who exports, and nothing is asked', async () => {
  const grant = { location: buildLocation(), company: ironPeak, accessLevel: 'admin' };
  const { api } = renderScreen(
    '/settings/export',
    { 'GET /locations': () => ({ companyLocations: [], directLocationAccess: [grant] }) },
    { account: { userCompanies: [{ company: ironPeak, role: 'staff' }] } },
  );
  expect(await screen.findByRole('heading', { name: 'The export is for company admins' })).toBeVisible();
  expect(api.to(`GET ${path}`)).toEqual([]);
});
