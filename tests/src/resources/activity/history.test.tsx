import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ActivityEntry } from '#domain/activity/contract.ts';
// The screen's own chunk, so that no test waits for it.
import '#src/resources/memberships/MembershipShow.tsx';
import '#src/resources/sales-items/SalesItemShow.tsx';
import { createEntry } from '#tests/support/activity.ts';
import { createPlan, buildSalesItem } from '#tests/support/catalogue.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import type { Level } from '#domain/shared/access.ts';

const gym = buildLocation();
const item = buildSalesItem({ name: 'Towel', locationId: gym.id });
const open = (entries: () => unknown, level: Level = 'manager') =>
  renderScreen(
    `/sales-items/${item.id}`,
    { [`GET /sales-items/${item.id}`]: () => ({ salesItem: item }), 'GET /activity': entries },
    { level, locations: [gym] },
  );
const getPage =
  (...entries: ActivityEntry[]) =>
  () => ({ entries, pagination: createPage(entries.length) });
const ofItem = { type: 'sales-item', id: item.id, label: 'Towel' } as const;

test('a history is loaded when it is opened, and says who changed what in words, newest first', async () => {
  const { user, api } = open(
    getPage(
      createEntry({
        action: 'sales-item.updated',
        record: ofItem,
        changes: [
          { field: 'price', before: 49, after: 59 },
          { field: 'isActive', before: true, after: false },
        ],
      }),
      createEntry({
        action: 'sales-item.created',
        record: ofItem,
        actor: { type: 'user', id: null, name: 'Ada Park' },
        changes: [{ field: 'name', before: null, after: 'Towel' }],
      }),
    ),
  );
  const button = await screen.findByRole('button', { name: 'History' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(api.to('GET /activity')).toHaveLength(0);
  await user.click(button);
  const rows = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Changed TowelSam Staff · Jan 5, 2026, 3:04 PMChanged price from $49.00 to $59.00Changed active from yes to no',
    'Added TowelAda Park · Jan 5, 2026, 3:04 PM',
  ]);
  const [call] = api.to('GET /activity');
  expect(Object.fromEntries(call?.query ?? [])).toEqual({
    page: '1',
    limit: '10',
    recordType: 'sales-item',
    recordId: item.id,
  });
});

test('a record without entries says that changes will appear', async () => {
  const { user } = open(getPage());
  await user.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByText('No changes recorded yet. New changes will appear here.')).toBeVisible();
});

test('a history that cannot be loaded says why and can be retried', async () => {
  let tries = 0;
  const { user } = open(() =>
    (tries += 1) === 1
      ? respond(500, { message: 'Out of order' })
      : getPage(createEntry({ action: 'sales-item.updated', record: ofItem }))(),
  );
  await user.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByText('Out of order')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Changed Towel')).toBeVisible();
});

test.each([
  ['operator', 'manager', 1],
  ['manager', 'operator', 0],
] as const)(
  'with %s selected and %s where the record is, it asks for the level of the record',
  async (selected, there, shown) => {
    const [other, own] = [buildLocation({ id: 'other', name: 'Other' }), buildLocation()];
    const plan = createPlan({ locationId: own.id });
    const at = `/memberships/${plan.id}`;
    const locations = [
      { location: other, level: selected },
      { location: own, level: there },
    ];
    renderScreen(
      at,
      { [`GET ${at}`]: () => ({ membership: plan, agreements: [], salesItems: [] }) },
      { level: selected, locations },
    );
    expect(await screen.findByRole('heading', { name: plan.name })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'History' })).toHaveLength(shown);
  },
);

test('a level that may not read it has no history', async () => {
  open(getPage(), 'point_of_sale');
  expect(await screen.findByRole('heading', { name: 'Towel' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
});
