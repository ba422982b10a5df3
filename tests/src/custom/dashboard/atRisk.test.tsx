import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The card's own chunk, so that no test waits for it.
import '#src/custom/dashboard/AtRiskCard.tsx';
import type { Level } from '#domain/shared/access.ts';
import type { AtRisk, MemberAtRisk } from '#domain/attention/contract.ts';
import { later } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { setWidth } from '#tests/support/width.ts';

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

const open = (found: unknown, level: Level = 'operator') =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
      'GET /attention': () => ({ items: [], total: 0 }),
      'GET /attention/at-risk': () => (typeof found === 'function' ? found() : found),
    },
    { locations: [buildLocation()], level },
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

const nobody: AtRisk = { members: [], total: 0, monthly: 0 };
const atRisk = 'GET /attention/at-risk';

test('a late answer comes after everything else, where it moves nothing, and is not asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  setWidth(800);
  const { promise, settle } = later<AtRisk>();
  const { api } = open(promise);
  const card = await screen.findByText('At risk');
  const activity = await screen.findByRole('region', { name: 'Recent Activity' });
  act(() => vi.advanceTimersByTime(1_000));
  expect(activity.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  settle(nobody);
  expect(await screen.findByText(/Nobody right now/)).toBeVisible();
  expect(api.to(atRisk)).toHaveLength(1);
});

test('on a wide screen, where the numbers stand above it, the Tab key reaches them first', async () => {
  setWidth(1600);
  open({ members: [], total: 0, monthly: 0 } satisfies AtRisk, 'admin');
  const card = await screen.findByText('At risk');
  const numbers = screen.getByRole('region', { name: 'Statistics' });
  expect(numbers.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
