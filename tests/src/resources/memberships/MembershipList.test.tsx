import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPlan } from '#tests/support/catalogue.ts';
import { createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const page = (...plans: ReturnType<typeof createPlan>[]) => ({
  memberships: plans.map((membership) => ({ membership, location: null })),
  pagination: createPage(plans.length),
});
const open = (list: () => unknown, path = '/memberships') => renderScreen(path, { 'GET /memberships': list });
const cells = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(name) });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};

test("'Memberships' ('Manage your membership plans and pricing'), an Add Membership button and a search box", async () => {
  const { user, api } = open(() => page(createPlan()));
  expect(await screen.findByRole('heading', { name: 'Memberships' })).toBeVisible();
  expect(screen.getByText('Manage your membership plans and pricing')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Membership' })).toHaveAttribute('href', '/memberships/add');
  await user.type(screen.getByPlaceholderText('Search memberships by name, description, or type...'), 'gold');
  await waitFor(() => expect(api.to('GET /memberships').at(-1)?.query.get('search')).toBe('gold'));
});

test("Columns: Membership (name and 'N Month Contract' or 'No Contract'), Price and Created", async () => {
  const contract = createPlan({
    name: 'Annual',
    type: 'contract',
    contractLengthMonths: 12,
    price: 499,
    billingFrequency: 'annually',
  });
  open(() =>
    page(
      contract,
      createPlan(),
      createPlan({ name: 'Day Pass', price: 20, billingFrequency: 'one_time', accessDurationDays: 1 }),
    ),
  );
  expect(await cells('Annual')).toEqual(['Annual 12 Month Contract', '$499.00/Annually', 'Jan 5, 2026']);
  expect(await cells('Monthly Unlimited')).toEqual(['Monthly Unlimited No Contract', '$49.99/Monthly', 'Jan 5, 2026']);
  expect(await cells('Day Pass')).toEqual(['Day Pass No Contract', '$20.00/One-time', 'Jan 5, 2026']);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Membership',
    'Price',
    'Created',
  ]);
});

test('A plan that cannot be bought says why: it is unpublished or inactive', async () => {
  open(() => page(createPlan({ isPublished: false }), createPlan({ name: 'Day Pass', isActive: false })));
  expect((await cells('Monthly Unlimited'))[0]).toBe('Monthly Unlimited No Contract · Unpublished');
  expect((await cells('Day Pass'))[0]).toBe('Day Pass No Contract · Inactive');
});

test('Memberships default sort createdAt, desc; sortable on name and createdAt', async () => {
  const { user, api } = open(() => page(createPlan()));
  await cells('Monthly');
  expect(Object.fromEntries(api.to('GET /memberships')[0]?.query ?? [])).toMatchObject({
    limit: '10',
    sortBy: 'createdAt',
    sortOrder: 'desc',
  });
  await user.click(screen.getByRole('button', { name: 'Membership' }));
  await waitFor(() => expect(api.to('GET /memberships').at(-1)?.query.get('sortBy')).toBe('name'));
  expect(screen.queryByRole('button', { name: 'Price' })).not.toBeInTheDocument();
});

test("A row click goes to /memberships/{id}. Pagination reads 'Page X of Y (N memberships)'", async () => {
  const membership = createPlan();
  const { user } = renderScreen('/memberships', {
    'GET /memberships': () => ({ ...page(membership), pagination: createPage(11) }),
    [`GET /memberships/${membership.id}`]: () => ({ membership, location: null, agreements: [] }),
    [`GET /memberships/${membership.id}/sales-items`]: () => ({ membershipSalesItems: [] }),
  });
  expect(await screen.findByText('Page 1 of 2 (11 memberships)')).toBeVisible();
  await user.click(screen.getByText('$49.99/Monthly'));
  expect(await screen.findByRole('heading', { name: 'Monthly Unlimited' })).toBeVisible();
  expect(window.location.pathname).toBe(`/memberships/${membership.id}`);
});

test.each([
  ['/memberships', 'Create your first membership to get started.', 1],
  ['/memberships?filter={"search":"zzz"}', 'No memberships match your search criteria.', 0],
])("Empty states: 'No memberships found' at %s with '%s'", async (path, text, buttons) => {
  open(() => page(), path);
  expect(await screen.findByText('No memberships found')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Create a membership' })).toHaveLength(buttons);
});
