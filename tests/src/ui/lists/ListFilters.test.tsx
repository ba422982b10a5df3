import { setTimeout } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, ListContextProvider, useList, type RaRecord } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { searchDebounceMs } from '#src/limits.ts';
import '#src/resources/memberships/MembershipList.tsx';
import '#src/resources/memberships/MembershipShow.tsx';
import { createPlan } from '#tests/support/catalogue.ts';
import { unlimited } from '#tests/support/purchaseDesk.ts';
import { createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { render } from '#tests/support/unstyled.tsx';

test('A search is kept for the way back, even if a row is opened before it was sent', () => {
  const { unmount } = render(
    <MemoryRouter initialEntries={['/contacts?page=3&sort=firstName']}>
      <CoreAdminContext>
        <MembersOnly />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'maya' } });
  unmount();
  const kept = new URL(withListState('/contacts'), 'http://spotter.test');
  expect(kept.pathname).toBe('/contacts');
  expect(Object.fromEntries(kept.searchParams)).toEqual({
    filter: '{"memberFilter":"members","search":"maya"}',
    page: '1',
    sort: 'firstName',
  });
});

test('A search typed while the list’s order changes keeps the order', async () => {
  const { user, api } = renderScreen('/memberships', {
    'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
  });
  await user.type(await screen.findByRole('searchbox', { name: 'Search memberships' }), 'iron');
  const query = () => Object.fromEntries(api.to('GET /memberships').at(-1)?.query ?? []);
  // The URL changes first; the list follows a moment later.
  window.history.replaceState(null, '', '/memberships?sort=name&order=ASC&page=1&perPage=10&filter=%7B%7D');
  await setTimeout(searchDebounceMs + 100);
  expect(query()).not.toHaveProperty('search');
  fireEvent(window, new PopStateEvent('popstate', { state: null }));
  await waitFor(() => expect(query()).toMatchObject({ search: 'iron', sortBy: 'name' }));
  expect(window.location.search).toContain('sort=name');
});

describe('A row that is opened at the moment at which the list changes stays open', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    [
      'a search is sent',
      () => {
        fireEvent.change(screen.getByRole('searchbox', { name: 'Search memberships' }), { target: { value: 'unl' } });
        act(() => vi.advanceTimersByTime(searchDebounceMs));
      },
    ],
    ['the order changes', () => fireEvent.click(screen.getByRole('button', { name: 'Created' }))],
    ['the page changes', () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))],
  ])('%s', async (_when, change) => {
    renderScreen('/memberships', {
      'GET /memberships': () => ({
        memberships: [{ membership: unlimited, location: null }],
        pagination: createPage(30),
      }),
      [`GET /memberships/${unlimited.id}`]: () => ({ membership: unlimited, location: null, agreements: [] }),
      [`GET /memberships/${unlimited.id}/sales-items`]: () => ({ membershipSalesItems: [] }),
    });
    const link = await screen.findByRole('link', { name: /Unlimited/ });
    // A busy browser handles a click before the timers that are due.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    change();
    fireEvent.click(link);
    expect(await screen.findByRole('heading', { name: 'Unlimited', level: 1 })).toBeVisible();
    expect(window.location.pathname).toBe(`/memberships/${unlimited.id}`);
  });
});

const MembersOnly = () => {
  const list = useList<RaRecord>({ data: [], filter: { memberFilter: 'members' } });
  return (
    <ListContextProvider value={list}>
      <SearchBox placeholder="Search" />
    </ListContextProvider>
  );
};

test('A list shows 10, 25, 50 or 100 rows, from its first page on; the next list shows as many', async () => {
  const page = { page: 1, limit: 10, total: 40, totalPages: 4, hasNext: true, hasPrev: false };
  const { user, api, unmount } = renderScreen('/memberships?page=3', {
    'GET /memberships': () => ({ memberships: [{ membership: createPlan(), location: null }], pagination: page }),
  });
  const limits = () => api.to('GET /memberships').map(({ query }) => [query.get('page'), query.get('limit')]);
  const rows = await screen.findByRole('combobox', { name: 'Rows' });
  expect([rows.textContent, limits()]).toEqual(['10 rows25 rows50 rows100 rows', [['3', '10']]]);
  await user.selectOptions(rows, '25');
  await waitFor(() => expect(limits().at(-1)).toEqual(['1', '25']));
  unmount();
  const next = renderScreen('/memberships', {
    'GET /memberships': () => ({ memberships: [{ membership: createPlan(), location: null }], pagination: page }),
  });
  await waitFor(() => expect(next.api.to('GET /memberships').at(-1)?.query.get('limit')).toBe('25'));
});
