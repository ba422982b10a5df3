import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';
import { buildMembership, at, maya, opened, tab } from '#tests/support/contactPage.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';

describe('Edit Contact', () => {
  test('sends what was changed with the updatedAt that was read, and shows it read-only again', async () => {
    const { user, api } = opened(at, {
      [`PUT ${at}`]: ({ body }) => ({ message: 'Contact updated', contact: { ...maya, ...(body as object) } }),
    });
    await user.click(await screen.findByText('Edit Contact'));
    await user.clear(screen.getByLabelText(/^City/));
    await user.type(screen.getByLabelText(/^City/), 'Boulder');
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('Contact updated')).toBeVisible();
    expect(api.to(`PUT ${at}`)[0]?.body).toMatchObject({
      city: 'Boulder',
      phone: '3035550123',
      updatedAt: maya.updatedAt,
    });
    expect(api.to(`PUT ${at}`)[0]?.body).not.toHaveProperty('dateOfBirth');
  });

  test('another home location says which membership stays billed where, and which is billed at the new one', async () => {
    const boulder = buildLocation({ id: '018f0000-0000-7000-8000-0000000b0b0b', name: 'Iron Peak Boulder' });
    const { user } = opened(
      at,
      {
        [`GET ${at}/memberships`]: () => ({
          memberships: [
            buildMembership({
              billedAt: { locationId: maya.homeLocationId, name: 'Iron Peak Denver', followsHome: false },
            }),
            buildMembership({
              id: '018f0000-0000-7000-8000-00000000aaab',
              membershipName: 'Sauna',
              billedAt: { locationId: maya.homeLocationId, name: 'Iron Peak Denver', followsHome: true },
            }),
            buildMembership({
              id: '018f0000-0000-7000-8000-00000000aaac',
              membershipName: 'Old Plan',
              autoRenew: false,
              billedAt: { locationId: maya.homeLocationId, name: 'Iron Peak Denver', followsHome: false },
            }),
          ],
          pagination: createPage(3),
        }),
      },
      'admin',
      (path, routes, how) => renderScreen(path, routes, { ...how, locations: [...(how?.locations ?? []), boulder] }),
    );
    await user.click(await screen.findByText('Edit Contact'));
    expect(screen.queryByText(/billed at/)).toBeNull();
    await user.click(screen.getByRole('combobox', { name: /Home Location/ }));
    await user.click(await screen.findByRole('option', { name: 'Iron Peak Boulder' }));
    expect(await screen.findByText('Monthly Unlimited is still billed at Iron Peak Denver.')).toBeVisible();
    expect(screen.getByText('Sauna is billed at Iron Peak Boulder from its next renewal on.')).toBeVisible();
    expect(screen.queryByText(/Old Plan is/)).toBeNull();
    await user.click(screen.getByRole('combobox', { name: /Home Location/ }));
    await user.click(await screen.findByRole('option', { name: 'Iron Peak Denver' }));
    expect(screen.queryByText(/billed at/)).toBeNull();
  });

  test('leaving asks first, also under the dialog of another tab', async () => {
    const { user } = opened(at, {}, 'admin', renderConsole);
    await user.click(await screen.findByText('Edit Contact'));
    await user.type(screen.getByLabelText(/^City/), ' East');
    await user.click(await tab('Memberships'));
    await user.click(await screen.findByRole('button', { name: 'Actions for Monthly Unlimited' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Turn access off' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('link', { name: 'Invoices', hidden: true }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(window.location.pathname).toBe(at);
  });

  test('an emptied date of birth is not sent, and the form says that the known one stays', async () => {
    const born = { ...maya, dateOfBirth: '1990-03-05' };
    const { user, api } = opened(at, {
      [`GET ${at}`]: () => ({ contact: born, homeLocation: null }),
      [`PUT ${at}`]: () => ({ message: 'Contact updated', contact: born }),
    });
    await user.click(await screen.findByText('Edit Contact'));
    expect(screen.queryByText(/it stays/)).not.toBeInTheDocument();
    await user.clear(screen.getByLabelText(/^Date of Birth/));
    await user.tab();
    expect(screen.getByLabelText(/^Date of Birth/)).toHaveAccessibleDescription(
      'If this is empty, it stays Mar 5, 1990.',
    );
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('Contact updated')).toBeVisible();
    expect(api.to(`PUT ${at}`)[0]?.body).not.toHaveProperty('dateOfBirth');
    expect(screen.getByText('Mar 5, 1990')).toBeVisible();
  });

  test('a changed date of birth is sent', async () => {
    const { user, api } = opened(at, {
      [`GET ${at}`]: () => ({ contact: { ...maya, dateOfBirth: '1990-03-05' }, homeLocation: null }),
      [`PUT ${at}`]: ({ body }) => ({ message: 'Contact updated', contact: { ...maya, ...(body as object) } }),
    });
    await user.click(await screen.findByText('Edit Contact'));
    fireEvent.change(screen.getByLabelText(/^Date of Birth/), { target: { value: '1991-04-06' } });
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('Contact updated')).toBeVisible();
    expect(api.to(`PUT ${at}`)[0]?.body).toMatchObject({ dateOfBirth: '1991-04-06' });
  });

  test('an edit conflict is shown, keeps what was typed, and can be overwritten', async () => {
    const { user, api } = opened(at, {
      [`PUT ${at}`]: ({ body }) =>
        (body as { updatedAt?: string }).updatedAt
          ? respond(409, { message: 'This was changed by someone else' })
          : { message: 'ok', contact: maya },
    });
    await user.click(await screen.findByText('Edit Contact'));
    await user.type(screen.getByLabelText(/^City/), '!');
    await user.click(screen.getByText('Save changes'));
    expect(await screen.findByText('This was changed by someone else')).toBeVisible();
    expect(screen.getByLabelText(/^City/)).toHaveValue('Denver!');
    await user.click(screen.getByText('Save anyway'));
    expect(await screen.findByText('Contact updated')).toBeVisible();
    expect(api.to(`PUT ${at}`)[1]?.body).toMatchObject({ city: 'Denver!' });
  });

  test('Cancel returns to the read-only view with the original values', async () => {
    const { user } = opened();
    await user.click(await screen.findByText('Edit Contact'));
    await user.type(screen.getByLabelText(/^City/), '!');
    await user.click(screen.getByText('Cancel'));
    expect(await screen.findByText('Edit Contact')).toBeVisible();
    expect(screen.getByText('Denver')).toBeVisible();
  });
});
