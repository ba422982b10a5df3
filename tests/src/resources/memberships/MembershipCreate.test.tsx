import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createBoundAgreement, createPlan, buildSalesItem } from '#tests/support/catalogue.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const denver = buildLocation();
const chicago = buildLocation({ name: 'Iron Peak Chicago' });
const plan = createPlan();
const [towel, fob] = [buildSalesItem({ name: 'Towel' }), buildSalesItem({ name: 'Key Fob', price: 12.5 })];
const waiver = createBoundAgreement();
const charges = `/memberships/${plan.id}/sales-items`;
const open = (routes: Routes = {}) =>
  renderScreen(
    '/memberships/add',
    {
      'GET /sales-items': () => ({
        salesItems: [towel, fob, buildSalesItem({ name: 'Old', isActive: false })],
        pagination: createPage(3),
      }),
      'GET /agreements': () => ({ agreements: [waiver], pagination: createPage(1) }),
      'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
      'POST /memberships': () => respond(201, { membership: plan, location: null, agreements: [] }),
      ...routes,
    },
    { locations: [denver, chicago] },
  );

/** Fills in what every plan needs. */
const fill = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText(/^Membership Name/), 'Gold');
  await user.clear(screen.getByLabelText(/^Price/));
  await user.type(screen.getByLabelText(/^Price/), '59.99');
};
const choose = async (user: UserEvent, label: RegExp, name: RegExp | string) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name }));
};
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add Membership' }));

test("/memberships/add is titled 'Add New Membership'; a new plan is no_contract, monthly, price 0, unpublished and company-wide", async () => {
  const { user, api } = open();
  expect(await screen.findByRole('heading', { name: 'Add New Membership' })).toBeVisible();
  expect(screen.getByLabelText(/^Price/)).toHaveValue('0');
  expect(screen.queryByRole('switch', { name: 'Active' })).not.toBeInTheDocument();
  await fill(user);
  await submit(user);
  expect(await screen.findByText('Membership added')).toBeVisible();
  expect(window.location.pathname).toBe('/memberships');
  expect(api.to('POST /memberships')[0]?.body).toMatchObject({
    companyId: ironPeak.id,
    name: 'Gold',
    price: 59.99,
    type: 'no_contract',
    billingFrequency: 'monthly',
    isPublished: false,
    agreementIds: [],
  });
  expect(api.to('POST /memberships')[0]?.body).not.toHaveProperty('locationId');
});

test('lets the user pick a location, agreements and whether it is published', async () => {
  const { user, api } = open();
  await fill(user);
  await choose(user, /^Location/, 'Iron Peak Chicago');
  await choose(user, /^Agreements/, 'Liability Waiver');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('switch', { name: 'Published' }));
  await submit(user);
  await waitFor(() =>
    expect(api.to('POST /memberships')[0]?.body).toMatchObject({
      locationId: chicago.id,
      agreementIds: [waiver.id],
      isPublished: true,
    }),
  );
});

test('changing type to no_contract clears the contract length, changing billing away from one_time the access duration', async () => {
  const { user, api } = open();
  await fill(user);
  await choose(user, /^Type/, 'Contract');
  await user.type(screen.getByLabelText(/^Contract Length/), '12');
  await choose(user, /^Billing Frequency/, 'One-time');
  await user.type(screen.getByLabelText(/^Access Duration/), '30');
  await choose(user, /^Type/, 'No Contract');
  await choose(user, /^Billing Frequency/, 'Monthly');
  await choose(user, /^Type/, 'Contract');
  await choose(user, /^Billing Frequency/, 'One-time');
  expect(screen.getByLabelText(/^Contract Length/)).toHaveValue(null);
  expect(screen.getByLabelText(/^Access Duration/)).toHaveValue(null);
  await choose(user, /^Type/, 'No Contract');
  await choose(user, /^Billing Frequency/, 'Annually');
  await submit(user);
  await waitFor(() =>
    expect(api.to('POST /memberships')[0]?.body).toMatchObject({
      contractLengthMonths: null,
      accessDurationDays: null,
    }),
  );
});

test('a one-time plan may have a number of visits, valid from the purchase or from the first of them', async () => {
  const { user, api } = open();
  await fill(user);
  expect(screen.queryByLabelText('Number of Visits')).toBeNull();
  await choose(user, /^Billing Frequency/, 'One-time');
  await user.type(screen.getByLabelText(/^Access Duration/), '90');
  expect(screen.queryByLabelText(/^Valid From/)).toBeNull();
  await user.type(screen.getByLabelText('Number of Visits'), '1001');
  await submit(user);
  expect(await screen.findByText('Visits must be 1 to 1,000')).toBeVisible();
  await user.clear(screen.getByLabelText('Number of Visits'));
  await user.type(screen.getByLabelText('Number of Visits'), '10');
  await choose(user, /^Valid From/, 'First visit');
  await submit(user);
  await waitFor(() =>
    expect(api.to('POST /memberships')[0]?.body).toMatchObject({ visitLimit: 10, validFrom: 'first_visit' }),
  );
});

test('another billing clears the number of visits', async () => {
  const { user, api } = open();
  await fill(user);
  await choose(user, /^Billing Frequency/, 'One-time');
  await user.type(screen.getByLabelText('Number of Visits'), '10');
  await choose(user, /^Valid From/, 'First visit');
  await choose(user, /^Billing Frequency/, 'Monthly');
  await submit(user);
  await waitFor(() =>
    expect(api.to('POST /memberships')[0]?.body).toMatchObject({ visitLimit: null, validFrom: null }),
  );
});

test('each chosen sales item is attached one by one with isRequired true and displayOrder 0', async () => {
  const { user, api } = open({ [`POST ${charges}`]: () => respond(201, { membershipSalesItem: {} }) });
  await fill(user);
  await user.click(screen.getByRole('combobox', { name: /^Sales Items/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Towel ($3.00)',
    'Key Fob ($12.50)',
  ]);
  await user.click(screen.getByRole('option', { name: /Towel/ }));
  await user.click(screen.getByRole('option', { name: /Key Fob/ }));
  await user.keyboard('{Escape}');
  await submit(user);
  expect(await screen.findByText('Membership added')).toBeVisible();
  const sent = (salesItemId: string) => ({ salesItemId, isRequired: true, displayOrder: 0 });
  expect(api.to(`POST ${charges}`).map(({ body }) => body)).toEqual([sent(towel.id), sent(fob.id)]);
});

test("'Membership created but some additional charges failed to add: ...' shows and it redirects to /memberships after 3 seconds", async () => {
  const { user } = open({
    [`POST ${charges}`]: ({ body }) =>
      JSON.stringify(body).includes(fob.id)
        ? respond(500, { message: 'No' })
        : respond(201, { membershipSalesItem: {} }),
  });
  await fill(user);
  await user.click(screen.getByRole('combobox', { name: /^Sales Items/ }));
  await user.click(await screen.findByRole('option', { name: /Towel/ }));
  await user.click(screen.getByRole('option', { name: /Key Fob/ }));
  await user.keyboard('{Escape}');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await submit(user);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Membership created but some additional charges failed to add: Key Fob');
  expect(within(notice).getByRole('link', { name: 'Go to memberships' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(window.location.pathname).toBe('/memberships/add');
  await vi.advanceTimersByTimeAsync(700);
  expect(window.location.pathname).toBe('/memberships');
});
