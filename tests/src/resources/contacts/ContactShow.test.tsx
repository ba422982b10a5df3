import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import { respond, later } from '#tests/support/consoleApi.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';
import { buildMembership, at, maya, opened, tab } from '#tests/support/contactPage.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';

describe('Contact detail', () => {
  test('loading, then the header: name and e-mail, Back to /contacts, a Contact badge, the phone formatted', async () => {
    const answered = later<unknown>();
    opened(at, { [`GET ${at}`]: () => answered.promise });
    expect(await screen.findByLabelText('Loading')).toBeInTheDocument();
    answered.settle({ contact: maya, homeLocation: null });
    expect(await screen.findByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();
    const header = within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body);
    expect(header.getByText('maya@example.test')).toBeVisible();
    expect(header.getByText('(303) 555-0123')).toBeVisible();
    expect(header.getByText('Contact')).toBeVisible();
    expect(header.getByRole('link', { name: 'Back to Contacts' })).toHaveAttribute('href', '/contacts');
  });

  test("a missing contact is 'Contact Not Found' with 'Back to Contacts'", async () => {
    opened(at, { [`GET ${at}`]: () => respond(404, { message: 'Contact not found' }) });
    expect(await screen.findByText('Contact Not Found')).toBeVisible();
    expect(screen.getByText('The contact you are looking for could not be found.')).toBeVisible();
    expect(screen.getByText('Back to Contacts')).toHaveAttribute('href', '/contacts');
  });

  test('the default tab is Contact Information; a tab given in navigation state is opened instead', async () => {
    const { user } = opened();
    expect(await tab('Contact Information')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText('Prefers mornings')).toBeVisible();
    await user.click(await tab('Purchase History'));
    expect(await tab('Purchase History')).toHaveAttribute('aria-selected', 'true');
    expect(window.location.pathname).toBe(at);
  });

  test('Delete asks first, then goes to the list', async () => {
    const { user, api } = opened(at, { [`DELETE ${at}`]: () => ({ message: 'Contact deleted' }) });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete contact' }));
    expect(api.to(`DELETE ${at}`)).toHaveLength(0);
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
    expect(await screen.findByText('Contact deleted')).toBeVisible();
    expect(window.location.pathname).toBe('/contacts');
  });

  test('a picture that cannot be uploaded says why', async () => {
    const { user } = opened(at, {
      [`POST ${at}/image`]: () => respond(413, { message: 'Image size must be less than 10MB' }),
    });
    await screen.findByRole('button', { name: 'Add photo' });
    await user.upload(
      screen.getByLabelText('Profile photo', { selector: 'input' }),
      new File(['x'], 'me.jpg', { type: 'image/jpeg' }),
    );
    expect(await screen.findByText('Image size must be less than 10MB')).toBeVisible();
  });
});

test('a photo that is there already is only replaced or removed after a question', async () => {
  const pictured = { ...maya, previewUrl: 'data:,', thumbnailUrl: 'data:,' };
  const { user, api } = opened(at, {
    [`GET ${at}`]: () => ({ contact: pictured, homeLocation: null }),
    [`POST ${at}/image`]: () => ({ originalUrl: '', previewUrl: '', thumbnailUrl: '' }),
    [`DELETE ${at}/image`]: () => ({ message: 'ok' }),
  });
  const upload = async () =>
    user.upload(
      screen.getByLabelText('Profile photo', { selector: 'input' }),
      new File(['x'], 'me.jpg', { type: 'image/jpeg' }),
    );
  const photo = await screen.findByRole('button', { name: 'Change photo' });
  await upload();
  await user.click(await screen.findByRole('button', { name: 'Keep photo' }));
  expect(api.to(`POST ${at}/image`)).toHaveLength(0);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await upload();
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(api.to(`POST ${at}/image`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.click(photo);
  await user.click(await screen.findByRole('menuitem', { name: 'Remove photo' }));
  expect(api.to(`DELETE ${at}/image`)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.to(`DELETE ${at}/image`)).toHaveLength(1));
});

test('the photo is a button: its menu takes one with the camera or from a file, and removes the one there is', async () => {
  const { user } = opened();
  await user.click(await screen.findByRole('button', { name: 'Add photo' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Take photo', 'Upload photo']);
  const click = vi.spyOn(screen.getByLabelText('Profile photo', { selector: 'input' }), 'click');
  await user.click(screen.getByRole('menuitem', { name: 'Upload photo' }));
  expect(click).toHaveBeenCalledOnce();
  await user.click(await screen.findByRole('button', { name: 'Add photo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take photo' }));
  expect(await screen.findByRole('dialog', { name: 'Take photo' })).toBeVisible();
});

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

describe('Memberships', () => {
  test('the history shows each membership with its derived status', async () => {
    const { user } = opened(at, {
      [`GET ${at}/memberships`]: () => ({
        memberships: [
          buildMembership({ accessEnabled: false }),
          buildMembership({ id: 'x', membershipName: 'Day Pass', endDate: '2026-01-05' }),
        ],
        pagination: createPage(2),
      }),
    });
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('Suspended')).toBeVisible();
    expect(screen.getByText('Expired')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Purchase Membership' })).toBeVisible();
  });

  test('has one button that sells a membership, also when there is none yet; the other tabs have theirs in the header', async () => {
    const { user } = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }) });
    const selling = () =>
      screen.getAllByRole('button', { name: /^(Sell|Purchase)/ }).map(({ textContent }) => textContent);
    expect(await screen.findByRole('button', { name: 'Sell membership' })).toBeVisible();
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('No memberships yet')).toBeVisible();
    expect(selling()).toEqual(['Purchase Membership']);
    await user.click(await tab('Purchase History'));
    expect(selling()).toEqual(['Sell membership']);
  });

  test('dates and prices name themselves: what is paid, when the contract ends, and the next charge with tax', async () => {
    const held = buildMembership({
      endDate: '2026-12-23',
      contractEndDate: '2027-11-23',
      purchasePrice: 74,
      nextRenewalOn: '2026-12-23',
      nextRenewalAmount: 81.59,
    });
    const { user } = opened(at, {
      [`GET ${at}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }),
    });
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('Contract ends Nov 23, 2027')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Paid Through' })).toBeVisible();
    expect(screen.getByText('$81.59 with tax on Dec 23, 2026')).toBeVisible();
  });

  test('as a card it says when it started or starts, unless its first visit decides that', async () => {
    const memberships = [
      buildMembership({ id: 'a', membershipName: 'Begun' }),
      buildMembership({ id: 'b', membershipName: 'Ahead', startDate: '2999-12-11' }),
      buildMembership({ id: 'c', membershipName: 'Waiting', startsWithFirstVisit: true }),
    ];
    const { user } = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships, pagination: createPage(3) }) });
    await user.click(await tab('Memberships'));
    const card = (name: string) => screen.getByText(name).parentElement;
    expect(await screen.findByText('Begun')).toBeVisible();
    expect(card('Begun')).toHaveTextContent('$49.99 / Monthly · Started Jan 5, 2026');
    expect(card('Ahead')).toHaveTextContent('$49.99 / Monthly · Starts Dec 11, 2999');
    expect(card('Waiting')).not.toHaveTextContent('Start');
  });

  test('opening with membershipId selects the Memberships tab; Back goes to /contacts/{contactId}', async () => {
    const { user } = opened(`${at}/memberships/${buildMembership().id}`);
    expect(await screen.findByText('Automatic Renewal')).toBeVisible();
    expect(await tab('Memberships')).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByText('Back to Memberships'));
    await waitFor(() => expect(window.location.pathname).toBe(at));
    expect(await tab('Memberships')).toHaveAttribute('aria-selected', 'true');
  });

  test('one that was canceled with access ended at once no longer renews', async () => {
    const canceled = buildMembership({ cancelsOn: '2026-01-02', accessEnabled: false, autoRenew: true });
    opened(`${at}/memberships/${canceled.id}`, {
      [`GET ${at}/memberships`]: () => ({ memberships: [canceled], pagination: createPage(1) }),
    });
    expect((await screen.findByText('Automatic Renewal')).nextSibling).toHaveTextContent('Off');
    expect(screen.queryByText('Renews')).not.toBeInTheDocument();
  });

  test.each([
    ['admin', true],
    ['operator', false],
  ] as const)(
    'an imported one whose renewal is held says so; %s sees the way to the release: %s',
    async (level, isShown) => {
      const held = buildMembership({ autoRenew: false, isRenewalOnHold: true });
      opened(
        `${at}/memberships/${held.id}`,
        { [`GET ${at}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }) },
        level,
      );
      expect(await screen.findByText('Renewal on hold until activated')).toBeVisible();
      expect(screen.getByText(/^On hold until activated/)).toBeVisible();
      const link = screen.queryByRole('link', { name: 'Review and activate' });
      if (isShown) expect(link).toHaveAttribute('href', '/dashboard');
      else expect(link).not.toBeInTheDocument();
    },
  );

  test("not found: 'Membership Not Found'", async () => {
    opened(`${at}/memberships/never`);
    expect(await screen.findByText('Membership Not Found')).toBeVisible();
  });

  test('a failure says the server’s words', async () => {
    opened(`${at}/memberships/any`, {
      [`GET ${at}/memberships`]: () => respond(500, { message: 'Something went wrong on our side' }),
    });
    expect(await screen.findByText('Something went wrong on our side')).toBeVisible();
  });
});
