import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactCreate.tsx';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const created = buildContact({ firstName: 'Robin', lastName: 'Vale' });
const routes = (change: Routes = {}): Routes => ({
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  'GET /contacts/duplicates': () => ({ duplicates: [] }),
  'POST /contacts': () => respond(201, { message: 'Contact created', contact: created }),
  ...change,
});
const photo = (name = 'me.jpg', type = 'image/jpeg', size = 3) => new File([new Uint8Array(size)], name, { type });

const field = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));
const opened = async (change: Routes = {}, path = '/contacts/add') => {
  const location = buildLocation();
  const page = renderScreen(path, routes(change), { locations: [location] });
  await field('First Name');
  return { ...page, location };
};
const fill = async (user: Awaited<ReturnType<typeof opened>>['user']) => {
  await user.type(await field('First Name'), 'Robin');
  await user.type(await field('Last Name'), 'Vale');
  await user.type(await field('Email'), 'robin@vale.test');
};
const submit = () => screen.getByRole('button', { name: 'Add Contact' });

test("/contacts/add needs a selected location, otherwise it offers 'Go to Dashboard'", async () => {
  renderScreen('/contacts/add', {}, { locations: [] });
  expect(await screen.findByText('Go to Dashboard')).toHaveAttribute('href', '/dashboard');
});

test('Sections: Profile Photo, Basic Information, Address, Emergency Contact, Additional Information', async () => {
  await opened();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Profile Photo',
    'Basic Information',
    'Address',
    'Emergency Contact',
    'Additional Information',
  ]);
});

test('Missing values are reported under their inputs, and nothing is sent', async () => {
  const { user, api } = await opened();
  await user.type(await field('Email'), 'nobody@');
  await user.click(submit());
  expect(await screen.findByText('First name is required')).toBeVisible();
  expect(screen.getByText('Last name is required')).toBeVisible();
  expect(screen.getByText('Email is invalid')).toBeVisible();
  await user.clear(await field('Email'));
  expect(await screen.findByText('Email is required')).toBeVisible();
  expect(api.to('POST /contacts')).toHaveLength(0);
});

test('On success it goes to /contacts, and empty optional fields are omitted', async () => {
  const { user, api, location } = await opened();
  await fill(user);
  await user.type(await field('Phone'), '3035550142');
  expect(await field('Phone')).toHaveValue('(303) 555-0142');
  await user.click(submit());
  expect(await screen.findByText('Contact added')).toBeVisible();
  expect(window.location.pathname).toBe('/contacts');
  expect(api.to('POST /contacts')[0]?.body).toEqual({
    firstName: 'Robin',
    lastName: 'Vale',
    email: 'robin@vale.test',
    phone: '3035550142',
    homeLocationId: location.id,
  });
});

test('The server’s sentence shows under its input, which has the focus, and what was typed stays', async () => {
  const message = 'A contact with this email already exists';
  const { user } = await opened({ 'POST /contacts': () => respond(409, { message, errors: { email: message } }) });
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  expect(await field('Email')).toHaveAccessibleDescription(message);
  expect(await field('Email')).toHaveFocus();
  expect(await field('First Name')).toHaveValue('Robin');
});

test("A failure without a message of the server’s says 'HTTP {status}'", async () => {
  const { user } = await opened({ 'POST /contacts': () => respond(500, {}, '') });
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('HTTP 500');
});

describe('Profile photo', () => {
  test('a file that is no picture is refused', async () => {
    await opened();
    const careless = userEvent.setup({ applyAccept: false });
    const plan = photo('plan.pdf', 'application/pdf');
    await careless.upload(screen.getByLabelText('Profile photo', { selector: 'input' }), plan);
    expect(await screen.findByText('Please select an image file')).toBeVisible();
  });

  test('creates the contact, then uploads the image', async () => {
    const { user, api } = await opened({
      [`POST /contacts/${created.id}/image`]: () => ({ originalUrl: '', previewUrl: '', thumbnailUrl: '' }),
    });
    await user.upload(screen.getByLabelText('Profile photo', { selector: 'input' }), photo());
    expect(await screen.findByRole('img', { name: 'Chosen photo: me.jpg' })).toBeVisible();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Contact added')).toBeVisible();
    const form = api.to(`POST /contacts/${created.id}/image`)[0]?.body as FormData;
    expect((form.get('image') as File).name).toBe('me.jpg');
    expect(api.to('POST /contacts')[0]?.body).not.toHaveProperty('photo');
  });

  test('if the upload fails, a notice says the contact was created and the image can be added later, and it goes to /contacts after 2 seconds', async () => {
    const { user, api } = await opened({
      [`POST /contacts/${created.id}/image`]: () => respond(500, { message: 'no' }),
    });
    await user.upload(screen.getByLabelText('Profile photo', { selector: 'input' }), photo());
    await fill(user);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(submit());
    const notice = await screen.findByText(
      /The contact was created, but the image could not be uploaded\. The image can be added later/,
    );
    expect(notice).toBeVisible();
    await vi.advanceTimersByTimeAsync(1500);
    expect(window.location.pathname).toBe('/contacts/add');
    await vi.advanceTimersByTimeAsync(600);
    expect(window.location.pathname).toBe('/contacts');
    expect(api.to('POST /contacts')).toHaveLength(1);
  });
});

describe('A contact that may exist already', () => {
  const known = buildContact({ firstName: 'Robin', lastName: 'Vail', email: 'robin@vale.test' });

  test('is hinted at with a link, and never blocks', async () => {
    const { user, api } = await opened({
      'GET /contacts/duplicates': () => ({ duplicates: [{ contact: known, reasons: ['email'] }] }),
    });
    await fill(user);
    expect(await screen.findByText('This contact may already exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Robin Vail' })).toHaveAttribute('href', `/contacts/${known.id}`);
    await user.click(submit());
    await screen.findByText('Contact added');
    expect(api.to('GET /contacts/duplicates')[0]?.query.get('email')).toBe('robin@vale.test');
  });

  test('a server without the duplicate check does not block the form', async () => {
    const { user, api } = await opened({
      'GET /contacts/duplicates': () => respond(404, { message: 'Page not found' }),
    });
    await fill(user);
    await waitFor(() => expect(api.to('GET /contacts/duplicates')).toHaveLength(1));
    await user.click(submit());
    expect(await screen.findByText('Contact added')).toBeVisible();
  });
});
