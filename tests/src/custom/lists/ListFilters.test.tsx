import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, ListContextProvider, useList, type RaRecord } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { SearchBox } from '#src/custom/lists/ListFilters.tsx';

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

const MembersOnly = () => {
  const list = useList<RaRecord>({ data: [], filter: { memberFilter: 'members' } });
  return (
    <ListContextProvider value={list}>
      <SearchBox placeholder="Search" />
    </ListContextProvider>
  );
};
