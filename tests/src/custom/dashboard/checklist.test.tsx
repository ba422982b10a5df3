import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { createChecklist, someSettings } from '#tests/support/companies.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const path = `/companies/${ironPeak.id}/checklist`;
const denver = buildLocation();
const name = `Set up ${ironPeak.name}`;

const open = (
  first: ReturnType<typeof createChecklist>,
  locations = [denver],
  level: Level = 'admin',
  read?: () => unknown,
) => {
  let current = first;
  return renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
      [`GET ${path}`]: read ?? (() => ({ checklist: current })),
      [`PUT /companies/${ironPeak.id}/settings`]: ({ body }) => {
        const { payments, checklist } = body as {
          payments?: { cashOnly: boolean };
          checklist?: { dismissedAt: string };
        };
        current = { ...current, payments: payments?.cashOnly ?? current.payments, ...checklist };
        return { settings: someSettings(), message: 'Settings saved' };
      },
    },
    { locations, level, hasStyles: true },
  );
};

test('a step leads to its screen; cash only ticks the payments; dismissed, the list is gone, and the page has the focus', async () => {
  // Without a layout nothing would be in sight.
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  const { api, user } = open(createChecklist({ dismissedAt: null }));
  const list = within(await screen.findByRole('region', { name }));
  expect(list.getByText('1 of 7 steps done')).toBeVisible();
  const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Location details and tax', `/location/${denver.id}/edit`],
    ['Payments', '/company/stripe'],
    ['First membership plan', '/memberships/add'],
    ['First sales item', '/sales-items/add'],
    ['Staff', '/users'],
    ['Import contacts', '/contacts/import'],
    ['Receipt details', '/settings/edit#receipts'],
  ]);
  await user.click(list.getByRole('button', { name: 'We don’t accept cards' }));
  expect(await screen.findByText('2 of 7 steps done')).toBeVisible();
  // It keeps its room, so that nothing moves below.
  expect(screen.getByText('We don’t accept cards')).not.toBeVisible();
  expect(api.to(`PUT /companies/${ironPeak.id}/settings`)[0]?.body).toEqual({ payments: { cashOnly: true } });
  await user.click(within(screen.getByRole('region', { name })).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test.each([
  ['at a location', [denver]],
  ['without a location', []],
])(
  'a checklist that cannot be read is not asked for again and again, and the dashboard is there: %s',
  async (_where, at) => {
    const { api } = open(createChecklist(), at, 'admin', () => respond(503, { message: 'Please try again' }));
    const asked = () => api.to(`GET ${path}`).length;
    await waitFor(() => expect(asked()).toBeGreaterThan(0));
    for (let turn = 0; turn < 30; turn += 1) await act(() => new Promise((later) => setTimeout(later)));
    expect(await screen.findByText(at.length > 0 ? 'Front Desk Dashboard' : 'Select a Location')).toBeVisible();
    expect(asked()).toBeLessThan(4);
  },
);

test('without a location it is there too, and the first step adds one', async () => {
  open(createChecklist({ location: false, dismissedAt: null }), []);
  const list = within(await screen.findByRole('region', { name }));
  expect(list.getByRole('link', { name: 'Location details and tax' })).toHaveAttribute('href', '/location/add');
  expect(screen.getByRole('heading', { name: 'Select a Location' })).toBeVisible();
});

test('a first plan that is not on sale says so, and leads to the plans', async () => {
  open(createChecklist({ plan: true, planOnSale: false, dismissedAt: null }));
  const list = within(await screen.findByRole('region', { name }));
  expect(list.getByText('2 of 7 steps done')).toBeVisible();
  expect(list.getByText('It is not on sale yet. Publish it to sell it.')).toBeVisible();
  expect(list.getByRole('link', { name: 'First membership plan' })).toHaveAttribute('href', '/memberships');
});

test('a first plan that is on sale needs no words', async () => {
  open(createChecklist({ plan: true, planOnSale: true, dismissedAt: null }));
  const list = within(await screen.findByRole('region', { name }));
  expect(list.getByText('2 of 7 steps done')).toBeVisible();
  expect(list.queryByText(/not on sale/)).toBeNull();
});

test('with every step done there is nothing left to show', async () => {
  const all = {
    location: true,
    payments: true,
    plan: true,
    salesItem: true,
    staff: true,
    contacts: true,
    receipts: true,
  };
  const { api } = open(createChecklist({ ...all, dismissedAt: null }));
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  await waitFor(() => expect(api.to(`GET ${path}`)).toHaveLength(1));
  expect(screen.queryByRole('region', { name })).toBeNull();
});

test.each<Level>(['manager', 'operator', 'point_of_sale'])('%s is not asked to set up the company', async (level) => {
  const { api } = open(createChecklist({ dismissedAt: null }), [denver], level);
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(api.to(`GET ${path}`)).toEqual([]);
});
