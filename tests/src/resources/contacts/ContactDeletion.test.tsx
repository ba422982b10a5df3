import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { createInvoice, at, maya, opened } from '#tests/support/contactPage.ts';
import { createPage } from '#tests/support/records.ts';

const deleted = { message: 'Contact deleted' };
const del = `DELETE ${at}`;

const remove = async ({ user }: ReturnType<typeof opened>) => {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete contact' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
};

test('a contact with something to settle stays, and the page leads to it', async () => {
  const message =
    'This contact cannot be deleted yet. Year is running. Cancel it, or wait until it ends. $6.00 is owed. Collect, void or write it off.';
  const invoice = createInvoice({ due: 6 });
  const body = {
    message,
    memberships: [{ id: '018f0000-0000-7000-8000-00000000aaaa', name: 'Year' }],
    invoices: [{ id: invoice.id, due: 6, isPaymentUnderWay: false }],
  };
  const page = opened(at, { [del]: () => respond(409, body) });
  await remove(page);
  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Invoice over $6.00' })).toHaveAttribute(
    'href',
    `${at}/invoices/${invoice.id}`,
  );
  await page.user.click(screen.getByRole('link', { name: 'Year' }));
  await waitFor(() => expect(window.location.pathname).toBe(`${at}/memberships/018f0000-0000-7000-8000-00000000aaaa`));
});

test('after a deletion an admin can undo it from the message', async () => {
  let isDeleted = false;
  const page = opened(at, {
    [del]: () => {
      isDeleted = true;
      return deleted;
    },
    [`GET ${at}`]: () =>
      isDeleted
        ? respond(404, { message: 'Contact not found' })
        : { contact: maya, homeLocation: null, mayChange: true, mayDelete: true, hasHistory: true },
    [`POST ${at}/restore`]: () => {
      isDeleted = false;
      return { message: 'Contact restored', contact: maya };
    },
  });
  await remove(page);
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Contact restored')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  expect(page.api.to(`POST ${at}/restore`)[0]?.body).toEqual({ homeLocationId: maya.homeLocationId });
});

test.each([
  ['for a manager', 'manager', true],
  ['for a contact without history, which is not kept', 'admin', false],
] as const)('%s the message offers no undo', async (_case, level, hasHistory) => {
  const page = opened(
    at,
    {
      [del]: () => deleted,
      [`GET ${at}`]: () => ({ contact: maya, homeLocation: null, mayChange: true, mayDelete: true, hasHistory }),
    },
    level,
  );
  await remove(page);
  expect(await screen.findByText('Contact deleted')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('a user who may not delete the contact sees no button for it', async () => {
  opened(
    at,
    {
      [`GET ${at}`]: () => ({ contact: maya, homeLocation: null, mayChange: true, mayDelete: false, hasHistory: true }),
    },
    'operator',
  );
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit Contact' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
});

test('a contact of another location can be read, but not changed', async () => {
  opened(
    at,
    {
      [`GET ${at}`]: () => ({
        contact: maya,
        homeLocation: null,
        mayChange: false,
        mayDelete: false,
        hasHistory: true,
      }),
    },
    'operator',
  );
  expect(await screen.findByText(/belongs to another location/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check In' })).toBeVisible();
  for (const name of ['Edit Contact', 'More actions', /Photo/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

const deletion = {
  name: 'Maya Okafor',
  deletedAt: '2026-11-20T18:00:00Z',
  restorableUntil: '2026-12-20T18:00:00Z',
  isRestorable: true,
};
const gone = {
  [`GET ${at}`]: () => respond(404, { message: 'Contact not found' }),
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
};

test('a deletion whose answer was lost is finished by the next press', async () => {
  let isDeleted = false;
  const page = opened(at, {
    [del]: () => {
      if (isDeleted) return respond(404, { message: 'Contact not found' });
      isDeleted = true;
      throw new TypeError('Failed to fetch');
    },
    'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  });
  await remove(page);
  expect(
    await screen.findByText('An unexpected error occurred. This may have been done already. Check, or try again.'),
  ).toBeVisible();
  await remove(page);
  expect(await screen.findByText('Contact deleted')).toBeVisible();
  expect(window.location.pathname).toBe('/contacts');
});

test('an admin sees when a contact was deleted, and restores it, once for a double click', async () => {
  let isDeleted = true;
  const page = opened(at, {
    [`GET ${at}`]: () =>
      isDeleted
        ? respond(404, { message: 'Contact not found' })
        : { contact: maya, homeLocation: null, mayChange: true, mayDelete: true, hasHistory: true },
    [`GET ${at}/deletion`]: () => ({ deletion }),
    [`POST ${at}/restore`]: () => {
      isDeleted = false;
      return { message: 'Contact restored', contact: maya };
    },
  });
  expect(
    await screen.findByText('Maya Okafor was deleted on Nov 20, 2026, and can be restored until Dec 20, 2026.'),
  ).toBeVisible();
  const button = screen.getByRole('button', { name: 'Restore contact' });
  act(() => (button.click(), button.click()));
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  expect(page.api.to(`POST ${at}/restore`)).toHaveLength(1);
});

test('after 30 days it can no longer be restored, and other levels do not ask', async () => {
  const { unmount } = opened(at, {
    ...gone,
    [`GET ${at}/deletion`]: () => ({ deletion: { ...deletion, isRestorable: false } }),
  });
  expect(await screen.findByText('Maya Okafor was deleted on Nov 20, 2026.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Restore contact' })).not.toBeInTheDocument();
  unmount();
  const { api } = opened(at, gone, 'manager');
  expect(await screen.findByText('Contact Not Found')).toBeVisible();
  expect(api.to(`GET ${at}/deletion`)).toEqual([]);
});
