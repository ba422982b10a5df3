import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '#tests/support/render.tsx';

const empty = {
  contacts: [],
  memberships: [],
  agreements: [],
  checkins: [],
  pagination: { page: 1, limit: 10, total: 0, totalPages: 0, totalCount: 0 },
};

test.each([
  ['Contacts', 'contacts'],
  ['Memberships', 'memberships'],
  ['Agreements', 'agreements'],
  ['Check-ins', 'checkins'],
])('%s: a press on the menu asks for the rows, and the list does not ask again', async (label, path) => {
  const { api, user } = renderConsole('/training', { [`GET /${path}`]: () => empty });
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { name: 'Training' });
  const link = within(nav).getByRole('link', { name: label });
  fireEvent.pointerDown(link);
  expect(api.to(`GET /${path}`)).toHaveLength(1);
  await user.click(link);
  expect(await screen.findByRole('heading', { name: label })).toBeVisible();
  expect(await screen.findByRole('table', { name: label, busy: false })).toBeVisible();
  expect(api.to(`GET /${path}`)).toHaveLength(1);
});
