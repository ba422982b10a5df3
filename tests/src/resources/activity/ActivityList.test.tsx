import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The screen's own chunk, so that no test waits for it.
import '#src/resources/activity/ActivityList.tsx';
import { createEntry } from '#tests/support/activity.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import type { Level } from '#domain/shared/access.ts';
import type { Routes } from '#tests/support/consoleApi.ts';

const denver = buildLocation();
const price = createEntry({
  action: 'sales-item.updated',
  record: { type: 'sales-item', id: '018f0000-0000-7000-8002-000000000003', label: 'Towel' },
  locationId: denver.id,
  changes: [{ field: 'price', before: 49, after: 59 }],
});
const gone = createEntry({ action: 'contact.deleted' });
const sam = price.actor.id ?? '';

const open = (search = '', routes: Routes = {}, level: Level = 'admin') =>
  renderScreen(
    `/settings/activity${search}`,
    {
      'GET /activity': () => ({ entries: [price, gone], pagination: createPage(2) }),
      'GET /activity/people': () => ({ people: [{ id: sam, name: 'Sam Staff' }] }),
      ...routes,
    },
    { level, locations: [denver] },
  );

test('lists who changed what, where and when; a record that is still there is a link', async () => {
  const { api } = open();
  const row = await screen.findByRole('row', { name: /Towel/ });
  expect(within(row).getByText('Changed price from $49.00 to $59.00')).toBeVisible();
  for (const name of ['Sam Staff', denver.name, 'Jan 5, 2026, 3:04 PM'])
    expect(within(row).getByRole('cell', { name })).toBeVisible();
  expect(within(row).getByRole('link', { name: 'Towel' })).toHaveAttribute('href', `/sales-items/${price.record.id}`);
  expect(screen.queryByRole('link', { name: 'Casey Jones' })).not.toBeInTheDocument();
  expect(Object.fromEntries(api.to('GET /activity')[0]?.query ?? [])).toEqual({
    page: '1',
    limit: '10',
    companyId: ironPeak.id,
  });
});

test('person, kind and days are filters in the URL', async () => {
  const { user, api } = open();
  await user.click(await screen.findByRole('combobox', { name: /^Person: / }));
  await user.click(await screen.findByRole('option', { name: 'Sam Staff' }));
  await user.click(screen.getByRole('combobox', { name: /^Kind: / }));
  await user.click(await screen.findByRole('option', { name: 'Sales item' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Kind: / })).toHaveTextContent('Sales item'));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-02' } });
  await waitFor(() =>
    expect(Object.fromEntries(api.to('GET /activity').at(-1)?.query ?? [])).toMatchObject({
      userId: sam,
      recordType: 'sales-item',
      from: '2026-01-02',
    }),
  );
  expect(decodeURIComponent(window.location.search)).toContain('"from":"2026-01-02"');
});

test('Export CSV saves the file of what is filtered', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const filter = encodeURIComponent(JSON.stringify({ recordType: 'sales-item' }));
  const { user, api } = open(`?filter=${filter}`, { 'GET /activity/csv': () => 'Time,Who\r\n' });
  await screen.findByRole('row', { name: /Towel/ });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(Object.fromEntries(api.to('GET /activity/csv')[0]?.query ?? [])).toEqual({
    recordType: 'sales-item',
    companyId: ironPeak.id,
  });
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeEnabled();
});

test('a manager sees that the level cannot open it, and no request is sent', async () => {
  const { api } = open('', {}, 'manager');
  expect(await screen.findByText(/Settings is not available/)).toBeVisible();
  expect(api.to('GET /activity')).toHaveLength(0);
});
