import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Fee } from '#domain/locations/feesContract.ts';
import { changedMeanwhile } from '#domain/shared/limits.ts';
import { buildFee } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen, renderConsole } from '#tests/support/render.tsx';

const place = buildLocation({
  email: 'denver@ironpeak.test',
  phone: '3035550100',
  address: '1 Main St',
  zipCode: '80202',
});
const path = `/locations/${place.id}`;
const known = (fees: Fee[] = []): Routes => ({ [`GET ${path}`]: () => ({ location: place, fees }) });
const open = (at: string, routes: Routes = known(), render = renderScreen) =>
  render(at, routes, { locations: [place] });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('/location/{id}', () => {
  test.each(['/location', `/location/${place.id}`])('%s shows the four sections, the tax as a percent', async (at) => {
    open(at);
    const basic = await section('Basic Information');
    for (const text of [
      'Iron Peak Denver',
      'denver@ironpeak.test',
      '(303) 555-0100',
      'Mountain Time (Denver)',
      '8.81%',
    ]) {
      expect(basic.getByText(text)).toBeVisible();
    }
    const address = await section('Address Information');
    for (const text of ['1 Main St', 'Denver', 'CO', '80202', 'USA']) expect(address.getByText(text)).toBeVisible();
    expect((await section('Status')).getByText('Active')).toBeVisible();
    expect((await section('Fees')).getByText('No fees configured for this location.')).toBeVisible();
  });

  test('Error loading location: and the message, with a Back button', async () => {
    open(`/location/${place.id}`, { [`GET ${path}`]: () => respond(404, { message: 'Location not found' }) });
    expect(await screen.findByText('Error loading location: Location not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/location');
  });
});

describe('/location/{id}/edit', () => {
  test('the tax is edited as a percent and sent as the exact fraction; after saving the view and the top bar are fresh', async () => {
    const saved = { ...place, name: 'Iron Peak LoDo', salesTaxRate: 0.0707 };
    let current = place;
    const { api, user } = open(
      `/location/${place.id}/edit`,
      {
        ...known([buildFee()]),
        [`GET ${path}`]: () => ({ location: current, fees: [buildFee()] }),
        'GET /locations': () => ({
          companyLocations: [{ location: current, company: ironPeak }],
          directLocationAccess: [],
        }),
        [`PUT ${path}`]: () => ((current = saved), { location: saved, message: 'Location updated' }),
      },
      renderConsole,
    );
    const tax = await screen.findByLabelText(/Sales Tax Rate/);
    expect(tax).toHaveValue('8.81');
    await user.clear(tax);
    await user.type(tax, '7.07');
    await user.clear(screen.getByLabelText(/Location Name/));
    await user.type(screen.getByLabelText(/Location Name/), 'Iron Peak LoDo');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Location updated')).toBeVisible();
    expect(window.location.pathname).toBe(`/location/${place.id}`);
    expect(api.to(`PUT ${path}`)[0]?.body).toEqual({
      name: 'Iron Peak LoDo',
      salesTaxRate: 0.0707,
      updatedAt: place.updatedAt,
    });
    expect(await screen.findByText('7.07%')).toBeVisible();
    expect(screen.getByText('Towel Service')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Location: Iron Peak LoDo' })).toBeVisible();
  });
});

describe('fees', () => {
  test('a row shows name, description, type, amount and whether it is active', async () => {
    open(
      `/location/${place.id}`,
      known([
        buildFee({ description: 'One each' }),
        buildFee({ name: 'Joining', type: 'fixed', amount: '25.00', isActive: false }),
      ]),
    );
    const towel = within(await screen.findByRole('row', { name: /Towel Service/ }));
    for (const text of ['One each', 'Percentage', '2.50%', 'Active']) expect(towel.getByText(text)).toBeVisible();
    const joining = within(screen.getByRole('row', { name: /Joining/ }));
    for (const text of ['Fixed', '$25.00', 'Inactive']) expect(joining.getByText(text)).toBeVisible();
    // On a phone all of it stands below the name.
    expect(towel.getByText('2.50% · One each')).toBeInTheDocument();
    expect(joining.getByText('$25.00 · Inactive')).toBeInTheDocument();
  });

  test('a new fee is a percentage and active; Save waits for a name and an amount, and Enter submits', async () => {
    const { api, user } = open(`/location/${place.id}`, {
      ...known(),
      [`POST ${path}/fees`]: () => ({ fee: buildFee(), message: '' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Add fee' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(dialog.getByLabelText(/Name/), 'Towel');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(dialog.getByLabelText(/Amount/), '2.5{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(`POST ${path}/fees`)[0]?.body).toEqual({
      name: 'Towel',
      description: '',
      type: 'percentage',
      amount: '2.50',
      isActive: true,
    });
    expect(api.to(`GET ${path}`).length).toBeGreaterThan(1);
  });

  test('an edit carries the whole fee', async () => {
    const fee = buildFee({ description: 'One each' });
    const { api, user } = open(`/location/${place.id}`, {
      ...known([fee]),
      [`PUT ${path}/fees/${fee.id}`]: () => ({ fee, message: '' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Towel Service' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit fee' }));
    await user.clear(dialog.getByLabelText('Description'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.to(`PUT ${path}/fees/${fee.id}`)).toHaveLength(1));
    expect(api.to(`PUT ${path}/fees/${fee.id}`)[0]?.body).toEqual({
      name: 'Towel Service',
      description: '',
      type: 'percentage',
      amount: '2.50',
      isActive: true,
      updatedAt: fee.updatedAt,
    });
  });

  test('an edit of a fee that somebody else has changed says so, and saving again overwrites', async () => {
    const fee = buildFee();
    const { api, user } = open(`/location/${place.id}`, {
      ...known([fee]),
      [`PUT ${path}/fees/${fee.id}`]: ({ body }) =>
        'updatedAt' in (body as object) ? respond(409, { message: changedMeanwhile }) : { fee, message: '' },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Towel Service' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit fee' }));
    await user.type(dialog.getByLabelText(/Name/), 's');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(`Failed to save fee: ${changedMeanwhile}.`);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(`PUT ${path}/fees/${fee.id}`)).toHaveLength(2);
  });

  test('Failed to save fee: and the message is an alert, and the form stays', async () => {
    const { user } = open(`/location/${place.id}`, {
      ...known(),
      [`POST ${path}/fees`]: () => respond(503, { message: 'Try later' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Add fee' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }));
    await user.type(dialog.getByLabelText(/Name/), 'Towel');
    await user.type(dialog.getByLabelText(/Amount/), '2{Enter}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Failed to save fee: Try later');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(dialog.getByLabelText(/Name/)).toHaveValue('Towel');
  });

  test('deleting asks: Are you sure you want to delete this fee? A failure is no alert, and the fee stays', async () => {
    const fee = buildFee();
    const { api, user } = open(`/location/${place.id}`, {
      ...known([fee]),
      [`DELETE ${path}/fees/${fee.id}`]: () => respond(503, { message: 'Try later' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Towel Service' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete fee' }));
    expect(question.getByText('Are you sure you want to delete this fee?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.to(`DELETE ${path}/fees/${fee.id}`)).toHaveLength(1);
    expect(screen.getByText('Towel Service')).toBeVisible();
  });

  test('closing the dialog with something typed asks first, and Cancel closes it at once', async () => {
    const { user } = open(`/location/${place.id}`);
    await user.click(await screen.findByRole('button', { name: 'Add fee' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }));
    await user.type(dialog.getByLabelText(/Name/), 'Towel');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText(/Name/)).toHaveValue('Towel');
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
