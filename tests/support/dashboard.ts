import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
import type { Routes } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

export const maya = buildContact();
export const denver = buildLocation();
/** A summary of seven days, the last of them given. */
export const week = (today: { granted: number; denied: number }) => ({
  days: [
    ...Array.from({ length: 6 }, (_day, index) => ({ date: `2026-01-0${index + 1}`, granted: 4, denied: 1 })),
    { date: '2026-01-07', ...today },
  ],
});

/** The dashboard at Denver, where Maya is found by any search. */
export const openDashboard = (routes: Routes = {}, level: Level = 'admin') =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => week({ granted: 9, denied: 1 }),
      'GET /contacts': ({ query }) =>
        query.has('search')
          ? { contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }
          : { contacts: [], pagination: createPage(1234, 1, 1) },
      [`GET /contacts/${maya.id}/notes`]: () => ({ notes: [] }),
      ...routes,
    },
    { level, locations: [denver] },
  );

/** Chooses Maya in Quick Check-in. */
export const findMaya = async ({ user }: ReturnType<typeof openDashboard>) => {
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'may');
  await screen.findByRole('option', { name: /Maya Okafor/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check In Member' })).toHaveFocus());
};
