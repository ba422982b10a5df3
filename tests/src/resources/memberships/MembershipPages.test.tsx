import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createBoundAgreement, createCharge, createPlan, buildSalesItem } from '#tests/support/catalogue.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const waiver = createBoundAgreement();
const plan = createPlan({ description: 'All day', agreementIds: [waiver.id] });
const [towel, fob] = [buildSalesItem({ name: 'Towel' }), buildSalesItem({ name: 'Key Fob', price: 12.5 })];
const charge = createCharge(plan.id, towel);
const path = `/memberships/${plan.id}`;
const open = (at = path, routes: Routes = {}) =>
  renderScreen(at, {
    [`GET ${path}`]: () => ({ membership: plan, location: null, agreements: [waiver] }),
    [`GET ${path}/sales-items`]: () => ({ membershipSalesItems: [charge] }),
    'GET /sales-items': () => ({ salesItems: [towel, fob], pagination: createPage(2) }),
    'GET /agreements': () => ({ agreements: [], pagination: createPage(0) }),
    'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
    ...routes,
  });

test('/memberships/{id} is the view, with Edit and Back, charges and agreements', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Monthly Unlimited' })).toBeVisible();
  for (const text of ['$49.99/Monthly', 'No Contract', 'All locations', 'All day', 'Published', 'Active'])
    expect(screen.getByText(text)).toBeVisible();
  expect(await screen.findByText('Towel')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Liability Waiver' })).toHaveAttribute('href', `/agreements/${waiver.id}`);
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `${path}/edit`);
  expect(screen.getByRole('link', { name: 'Back to Memberships' })).toHaveAttribute('href', '/memberships');
});

test("'Error loading membership: ...' or 'Membership not found'", async () => {
  const { unmount } = open(path, { [`GET ${path}`]: () => respond(500, { message: 'Out of order' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading membership: Out of order');
  unmount();
  open(path, { [`GET ${path}`]: () => respond(404, { message: 'Membership not found' }) });
  expect(await screen.findByText('Membership not found')).toBeVisible();
});

test('a charge is made optional, and removed after asking', async () => {
  const { user, api } = open(path, {
    [`PUT /membership-sales-items/${charge.id}`]: () => ({ membershipSalesItem: { ...charge, isRequired: false } }),
    [`DELETE /membership-sales-items/${charge.id}`]: () => ({ message: 'gone' }),
  });
  await user.click(await screen.findByRole('switch', { name: 'Towel is required' }));
  await waitFor(() =>
    expect(api.to(`PUT /membership-sales-items/${charge.id}`)[0]?.body).toEqual({ isRequired: false }),
  );
  await user.click(screen.getByRole('button', { name: 'Remove Towel' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.to(`DELETE /membership-sales-items/${charge.id}`)).toHaveLength(1));
});

test('Delete asks first, then goes to the list', async () => {
  const { user } = open(path, { [`DELETE ${path}`]: () => ({ message: 'Membership deleted' }) });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Delete Monthly Unlimited?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(await screen.findByText('Membership deleted')).toBeVisible();
  expect(window.location.pathname).toBe('/memberships');
});

test('On edit, the price says that nobody who has the plan is charged more', async () => {
  open(`${path}/edit`);
  expect(
    await screen.findByText(
      'For new sales. Members who have this plan keep the price they agreed to until you change their plan.',
    ),
  ).toBeVisible();
});

test('Save goes to /memberships/{id}; isActive is settable on edit', async () => {
  const { user, api } = open(`${path}/edit`, {
    [`PUT ${path}`]: () => ({ membership: { ...plan, isActive: false }, location: null, agreements: [waiver] }),
  });
  await user.click(await screen.findByRole('switch', { name: 'Active' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Membership updated')).toBeVisible();
  expect(window.location.pathname).toBe(path);
  expect(api.to(`PUT ${path}`)[0]?.body).toMatchObject({ isActive: false, updatedAt: plan.updatedAt });
  expect(api.to(`PUT ${path}`)[0]?.body).not.toHaveProperty('name');
});

test('On edit, newly chosen sales items are attached at once with displayOrder equal to the current count', async () => {
  const { user, api } = open(`${path}/edit`, {
    [`POST ${path}/sales-items`]: () => respond(201, { membershipSalesItem: createCharge(plan.id, fob) }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Add a sales item' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Key Fob ($12.50)']);
  await user.click(screen.getByRole('option', { name: /Key Fob/ }));
  await waitFor(() =>
    expect(api.to(`POST ${path}/sales-items`)[0]?.body).toEqual({
      salesItemId: fob.id,
      isRequired: true,
      displayOrder: 1,
    }),
  );
  expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
});

test('a charge that could not be attached says why', async () => {
  const { user } = open(`${path}/edit`, {
    [`POST ${path}/sales-items`]: () => respond(500, { message: 'Out of order' }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Add a sales item' }));
  await user.click(await screen.findByRole('option', { name: /Key Fob/ }));
  expect(await screen.findByText('Out of order')).toBeVisible();
});

test('a bound agreement of elsewhere stays bound through an edit', async () => {
  open(`${path}/edit`);
  const input = await screen.findByRole('combobox', { name: /^Agreements/ });
  expect(within(input.parentElement as HTMLElement).getByText('Liability Waiver')).toBeVisible();
});
