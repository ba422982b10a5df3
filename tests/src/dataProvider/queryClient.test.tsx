import { renderHook } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { http } from '#src/dataProvider/http.ts';
import { useFreshCache } from '#src/dataProvider/queryClient.ts';
import { respond, consoleApi } from '#tests/support/consoleApi.ts';

const keys = {
  memberStatus: ['contacts', 'memberStatus', 'maya'],
  invoices: ['invoices', 'getList'],
  items: ['sales-items', 'getList'],
  locations: ['location', 'getList'],
};

const staleAfter = async (call: () => Promise<unknown>) => {
  const queryClient = new QueryClient();
  for (const key of Object.values(keys)) queryClient.setQueryData(key, []);
  const { unmount } = renderHook(() => useFreshCache(queryClient));
  await call().catch(() => undefined);
  unmount();
  return Object.entries(keys).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
};

test('after a sale the amounts owed, the invoices and the stock are refetched', async () => {
  consoleApi({ 'POST /sales-items/purchase': () => ({}) });
  expect(await staleAfter(() => http('/sales-items/purchase', { method: 'POST', body: {} }))).toEqual([
    'memberStatus',
    'invoices',
    'items',
  ]);
});

test('after a failed write, which may have happened, everything is refetched too', async () => {
  consoleApi({ 'POST /checkins': () => respond(503, {}) });
  expect(await staleAfter(() => http('/checkins', { method: 'POST', body: {} }))).toEqual([
    'memberStatus',
    'invoices',
    'items',
  ]);
});

test('a read makes nothing stale', async () => {
  consoleApi({ 'GET /checkins': () => ({}) });
  expect(await staleAfter(() => http('/checkins'))).toEqual([]);
});

test('a changed location is refetched in the top bar', async () => {
  consoleApi({ 'PUT /locations/one': () => ({}) });
  expect(await staleAfter(() => http('/locations/one', { method: 'PUT', body: {} }))).toContain('locations');
});
