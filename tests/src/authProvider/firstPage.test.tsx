import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prefetchChecklist } from '#src/custom/dashboard/checklistQuery.ts';
import { readFirstPage, startSession } from '#src/authProvider/session.ts';
import { newQueryClient } from '#src/dataProvider/queryClient.ts';
import { dataProvider } from '#src/dataProvider/index.ts';
import { prefetchLocations } from '#src/location-scope/LocationScope.tsx';
import { createChecklist } from '#tests/support/companies.ts';
import { consoleApi } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, createUser, ironPeak } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const denver = buildLocation();
const locations = { companyLocations: [{ location: denver, company: ironPeak }], directLocationAccess: [] };
const done = createChecklist({ dismissedAt: new Date().toISOString() });
const checklistCall = `GET /companies/${ironPeak.id}/checklist`;
const dashboard = {
  'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
  'GET /checkins/summary': () => ({ days: [] }),
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
};

test('the dashboard asks for nothing that came with the sign-in', async () => {
  const { api } = renderConsole('/dashboard', dashboard, { firstPage: { locations, checklist: done } });
  expect(screen.queryByRole('button', { name: 'Loading...' })).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Location: Iron Peak Denver' })).toBeVisible();
  expect(api.to('GET /locations')).toEqual([]);
  expect(api.to(checklistCall)).toEqual([]);
});

test('without it, as after a reload, the dashboard asks once for each', async () => {
  const { api } = renderConsole('/dashboard', dashboard);
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(api.to('GET /locations')).toHaveLength(1);
  expect(api.to(checklistCall)).toHaveLength(1);
});

test('of a company that is not set up the steps are asked for, along with their code', async () => {
  const open = createChecklist({ dismissedAt: null });
  const { api } = renderConsole(
    '/dashboard',
    { ...dashboard, [checklistCall]: () => ({ checklist: open }) },
    { firstPage: { locations, checklist: open } },
  );
  expect(await screen.findByRole('region', { name: `Set up ${ironPeak.name}` })).toBeVisible();
  expect(api.to(checklistCall)).toHaveLength(1);
});

test.each([
  ['within ten seconds is used', 9_000, 0],
  ['is asked for again after ten seconds', 11_000, 1],
])('what came with the sign-in %s, as every row is', async (_case, age, calls) => {
  startSession({ token: 'a-token', user: createUser('admin') });
  const api = consoleApi({ 'GET /locations': () => locations, [checklistCall]: () => ({ checklist: done }) });
  const first = { locations, checklist: done, readAt: Date.now() - age };
  const cache = newQueryClient();
  prefetchLocations(cache, dataProvider, first);
  prefetchChecklist(cache, first);
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(api.to('GET /locations')).toHaveLength(calls);
  expect(api.to(checklistCall)).toHaveLength(calls);
});

test('a sign-in replaces what came with the one before, also by nothing', () => {
  startSession({ token: 'a-token', user: createUser('admin'), locations, checklist: done });
  expect(readFirstPage()).toMatchObject({ locations, checklist: done });
  startSession({ token: 'another', user: createUser('operator') });
  expect(readFirstPage()).toBeUndefined();
});

test('what came with the sign-in is not shown to somebody whom another tab signed in since', () => {
  startSession({ token: 'a-token', user: createUser('admin'), locations, checklist: done });
  localStorage.setItem('token', 'of another tab');
  expect(readFirstPage()).toBeUndefined();
});
