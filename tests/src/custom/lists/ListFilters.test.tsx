import { setTimeout } from 'node:timers/promises';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, ListContextProvider, useList, type RaRecord } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { SearchBox } from '#src/custom/lists/ListFilters.tsx';
import { searchDebounceMs } from '#src/limits.ts';
import { aPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

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
  const { user, api } = renderConsole('/memberships', { 'GET /memberships': () => ({ memberships: [], pagination: aPage(0) }) });
  await user.type(await screen.findByRole('searchbox', { name: 'Search memberships' }), 'iron');
  const query = () => Object.fromEntries(api.to('GET /memberships').at(-1)?.query ?? []);
  // The URL changes first; the list is shown with it a moment later.
  window.history.replaceState(null, '', '/memberships?sort=name&order=ASC&page=1&perPage=10&filter=%7B%7D');
  await setTimeout(searchDebounceMs + 100);
  expect(query()).not.toHaveProperty('search');
  fireEvent(window, new PopStateEvent('popstate', { state: null }));
  await waitFor(() => expect(query()).toMatchObject({ search: 'iron', sortBy: 'name' }));
  expect(window.location.search).toContain('sort=name');
});

const MembersOnly = () => {
  const list = useList<RaRecord>({ data: [], filter: { memberFilter: 'members' } });
  return (
    <ListContextProvider value={list}>
      <SearchBox placeholder="Search" />
    </ListContextProvider>
  );
};
