import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The card's own chunk, so that no test waits for it.
import '#src/custom/dashboard/AtRiskCard.tsx';
import type { AtRisk, MemberAtRisk } from '#domain/attention/contract.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const ann: MemberAtRisk = {
  contact: {
    id: '018f0000-0000-7000-8000-000000000010',
    firstName: 'Ann',
    lastName: 'Oakley',
    phone: '3035550142',
    email: null,
  },
  perWeek: 3,
  days: 12,
  lastVisitOn: '2026-11-08',
  monthly: 79,
};

const open = (found: AtRisk) =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
      'GET /attention': () => ({ items: [], total: 0 }),
      'GET /attention/at-risk': () => found,
    },
    { locations: [buildLocation()], level: 'operator' },
  );

test('a member who comes less than before is listed with what would be lost, and can be called', async () => {
  open({ members: [ann], total: 1, monthly: 79 });
  expect(await screen.findByText('At risk (1)')).toBeVisible();
  const row = within(within(screen.getByRole('list', { name: 'At risk' })).getByRole('listitem'));
  expect(row.getByText('3 a week, now 0 for 12 days')).toBeVisible();
  expect(row.getByText('$79.00')).toBeVisible();
  expect(row.getByRole('link', { name: 'Call Ann Oakley' })).toHaveAttribute('href', 'tel:3035550142');
  expect(row.queryByRole('link', { name: 'Email Ann Oakley' })).toBeNull();
});

test('nobody at risk says so', async () => {
  open({ members: [], total: 0, monthly: 0 });
  expect(await screen.findByText(/Nobody right now/)).toBeVisible();
});
