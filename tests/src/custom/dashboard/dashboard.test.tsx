import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createChecklist } from '#tests/support/companies.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildCheckin, createPage, ironPeak } from '#tests/support/records.ts';
import { denver, openDashboard, week } from '#tests/support/dashboard.ts';

test('The title is shown while the setup checklist is asked for', async () => {
  const { promise, settle } = later<unknown>();
  openDashboard({ [`GET /companies/${ironPeak.id}/checklist`]: () => promise });
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Quick actions' })).toBeNull();
  settle({ checklist: createChecklist() });
  expect(await screen.findByRole('region', { name: 'Quick actions' })).toBeVisible();
});

test('The title is drawn first, and the cards after it', async () => {
  const steps: string[] = [];
  const title = () => screen.queryByRole('heading', { name: 'Front Desk Dashboard' });
  const cards = () => screen.queryByRole('region', { name: 'Quick actions' });
  const observer = new MutationObserver(() => {
    const step = [title() && 'title', cards() && 'cards'].filter(Boolean).join(' and ');
    if (step !== (steps.at(-1) ?? '')) steps.push(step);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  openDashboard();
  await waitFor(() => expect(cards()).not.toBeNull());
  observer.disconnect();
  expect(steps).toEqual(['title', 'title and cards']);
});

test("Stat cards: the members' total, and today against the average of the previous 6 days", async () => {
  openDashboard();
  expect(
    await within(await screen.findByRole('article', { name: 'Active Members' })).findByText(
      'Graph is simulated, not history',
    ),
  ).toBeVisible();
  expect(await screen.findByText('1,234')).toBeVisible();
  const today = within(screen.getByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('10')).toBeVisible();
  expect(today.getByText('+100%')).toBeVisible();
  expect(today.getByText('9 allowed, 1 denied')).toBeVisible();
  expect(within(screen.getByRole('article', { name: 'Denied Today' })).getByText('0%')).toBeVisible();
});

test("A day that is not over is compared 'so far'", async () => {
  openDashboard();
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  const denied = within(screen.getByRole('article', { name: 'Denied Today' }));
  expect(await today.findByText(/^so far vs/)).toHaveTextContent('so far vs 6-day average');
  expect(denied.getByText('10% of all so far')).toBeVisible();
});

test('The member count is the list’s total, asked with a page of one', async () => {
  const { api } = openDashboard();
  await screen.findByText('1,234');
  expect(Object.fromEntries(api.to('GET /contacts')[0]?.query ?? [])).toMatchObject({
    memberFilter: 'members',
    limit: '1',
    locationId: denver.id,
  });
});

test('A trend without a base is a dash', async () => {
  openDashboard({
    'GET /checkins/summary': () => ({
      days: week({ granted: 3, denied: 0 }).days.map((day, index) =>
        index < 6 ? { ...day, granted: 0, denied: 0 } : day,
      ),
    }),
  });
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('—')).toBeVisible();
});

test('Without the summary, today is counted from the newest check-ins by the location’s own midnight', async () => {
  const now = Date.now();
  openDashboard({
    'GET /checkins/summary': () => respond(404, { message: 'Not found' }),
    'GET /checkins': () => ({
      checkins: [
        buildCheckin({ checkinTime: new Date(now).toISOString() }),
        buildCheckin({ checkinTime: new Date(now - 50 * 3_600_000).toISOString() }),
      ],
      pagination: createPage(2),
    }),
  });
  const today = within(await screen.findByRole('article', { name: "Today's Check-ins" }));
  expect(await today.findByText('1 allowed, 0 denied')).toBeVisible();
});

test('The Recent Activity widget shows the first 20 of the recent check-ins, asked up to 100, newest first', async () => {
  const { api } = openDashboard({
    'GET /checkins': () => ({ checkins: Array.from({ length: 30 }, () => buildCheckin()), pagination: createPage(30) }),
  });
  const list = await screen.findByRole('list', { name: 'Recent Activity' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(20);
  expect(Object.fromEntries(api.to('GET /checkins')[0]?.query ?? [])).toMatchObject({
    limit: '100',
    sortBy: 'checkinTime',
    sortOrder: 'desc',
  });
});
