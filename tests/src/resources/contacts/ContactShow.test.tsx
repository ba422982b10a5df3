import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import { respond, later } from '#tests/support/consoleApi.ts';
import { at, maya, opened, tab } from '#tests/support/contactPage.ts';

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
