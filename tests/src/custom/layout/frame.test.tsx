import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { can, levelLabels, levels } from '#domain/shared/access.ts';
import { featureLabels } from '#domain/shared/featureText.ts';
import { readSession } from '#src/authProvider/session.ts';
import { menu } from '#src/menu.ts';
import { toDraftKey } from '#src/authProvider/drafts.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';
import { setWidth } from '#tests/support/width.ts';

const denver = buildLocation();

test('The sidebar links to the menu’s screens, in order', async () => {
  renderConsole('/training', {}, { locations: [denver] });
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { name: 'Training' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/dashboard',
    '/contacts',
    '/memberships',
    '/sales-items',
    '/invoices',
    '/agreements',
    '/checkins',
    '/pos',
    '/reports',
    '/users',
    '/access-control',
    '/settings',
    '/company/info',
    `/location/${denver.id}`,
  ]);
});

test("With no location the sidebar says 'Select a Location' and Location leads to /location", async () => {
  renderConsole('/training', {}, { locations: [] });
  const aside = await screen.findByRole('complementary', { name: 'Main menu' });
  expect(await within(aside).findByText('Select a Location')).toBeVisible();
  expect(within(aside).getByRole('link', { name: 'Location' })).toHaveAttribute('href', '/location');
});

test.each(levels)('Items the access level cannot use are disabled with a lock and a tooltip: %s', async (level) => {
  const elsewhere = { location: buildLocation({ name: 'Iron Peak Lakewood' }), level: 'operator' } as const;
  const { user } = renderConsole('/training', {}, { level, locations: [denver, elsewhere] });
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { name: 'Training' });
  const disabled = within(nav)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-disabled') === 'true')
    .map(({ textContent }) => textContent);
  expect(disabled).toEqual(
    menu
      .flat()
      .filter(({ slug }) => !can(level, slug))
      .map(({ label }) => label),
  );
  const locked = menu.flat().find(({ slug }) => !can(level, slug));
  if (!locked) return;
  await user.hover(within(nav).getByRole('link', { name: locked.label }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(
    `${levelLabels[level]} access level cannot access ${featureLabels[locked.slug]}`,
  );
});

test('a user with the POS level everywhere reads only what they use, without locks', async () => {
  renderConsole('/training', {}, { level: 'point_of_sale' });
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { name: 'Training' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard', 'Sales Items', 'Check-ins', 'Point of Sale']);
});

test('The sidebar can be collapsed, and stays collapsed in the tab', async () => {
  const { user, unmount } = renderConsole('/training');
  await user.click(await screen.findByRole('button', { name: 'Collapse menu' }));
  expect(screen.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  unmount();
  renderConsole('/training');
  expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeVisible();
});

test.each([
  [768, false],
  [769, true],
])('The wide-screen breakpoint is 769px: at %i px the sidebar stands: %s', async (width, stands) => {
  setWidth(width);
  const { user } = renderConsole('/training');
  await screen.findByRole('heading', { name: 'Training' });
  expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(stands);
  if (stands) return;
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Main menu' })).getByRole('link', { name: 'Reports' }),
  );
  expect(await screen.findByRole('heading', { name: 'Reports' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('The profile menu shows name and e-mail, and Sign Out clears the session', async () => {
  const { user, api } = renderConsole('/training', { 'POST /auth/logout': () => ({ message: 'Bye' }) });
  await user.click(await screen.findByRole('button', { name: 'Profile: Sam Rivera' }));
  expect(screen.getByText('Sam Rivera')).toBeVisible();
  expect(screen.getByText('sam@example.test')).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(readSession()).toBeNull());
  expect(api.to('POST /auth/logout')).toHaveLength(1);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('Sign Out asks before a changed form is lost, and never about an untouched one', async () => {
  const open = () => renderConsole('/sales-items/add', { 'POST /auth/logout': () => ({ message: 'Bye' }) });
  const { user, unmount } = open();
  const signOut = async () => {
    await user.click(await screen.findByRole('button', { name: /^Profile/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  };
  const name = await screen.findByLabelText(/^Name/);
  await user.type(name, 'Water');
  await signOut();
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(readSession()).not.toBeNull();
  expect(name).toHaveValue('Water');
  await signOut();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(readSession()).toBeNull());
  unmount();
  open();
  await screen.findByLabelText(/^Name/);
  await signOut();
  await waitFor(() => expect(readSession()).toBeNull());
});

test('Sign Out deletes what an expired session of the user left in a form of this tab, and nobody else’s', async () => {
  const { user } = renderConsole('/training', { 'POST /auth/logout': () => ({ message: 'Bye' }) });
  const own = toDraftKey(readSession()?.user.id, 'a member');
  const another = own.replace(String(readSession()?.user.id), 'somebody');
  for (const key of [own, another]) sessionStorage.setItem(key, '{}');
  await user.click(await screen.findByRole('button', { name: /^Profile/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(readSession()).toBeNull());
  expect(Object.keys(sessionStorage)).toEqual([another]);
});

test('The theme is stored under `theme`, and nothing is stored for the system’s', async () => {
  const { user } = renderConsole('/training');
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Profile/ }));
    await user.click(screen.getByRole('menuitemradio', { name }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  };
  await choose('Dark theme');
  expect([localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(['dark', 'dark']);
  await choose('Light theme');
  expect([localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(['light', 'light']);
  await choose('System theme');
  expect(localStorage.getItem('theme')).toBeNull();
});

test.each(['training', 'equipment'] as const)(
  'The page for %s is a placeholder and needs a selected location',
  async (slug) => {
    const { unmount } = renderConsole(`/${slug}`);
    expect(await screen.findByRole('heading', { name: featureLabels[slug] })).toBeVisible();
    expect(screen.getByText('Not available yet')).toBeVisible();
    unmount();
    renderConsole(`/${slug}`, {}, { locations: [] });
    expect(await screen.findByRole('heading', { name: 'Select a Location' })).toBeVisible();
  },
);

test.each(['/nowhere', '/checkins/nowhere', '/contacts/a/b/c/d'])(
  "The router fallback shows 'Unexpected Application Error!' with Go to Dashboard and Reload: %s",
  async (path) => {
    renderConsole(path);
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText('There is no page at this address.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  },
);

test('/ redirects to /dashboard when authenticated, and so does /login', async () => {
  const quiet = {
    'GET /checkins': () => new Promise(() => undefined),
    'GET /checkins/summary': () => new Promise(() => undefined),
    'GET /contacts': () => new Promise(() => undefined),
  };
  const { unmount } = renderConsole('/', quiet);
  await screen.findByRole('heading', { name: 'Front Desk Dashboard' });
  expect(window.location.pathname).toBe('/dashboard');
  unmount();
  renderConsole('/login', quiet);
  await screen.findByRole('heading', { name: 'Front Desk Dashboard' });
  expect(window.location.pathname).toBe('/dashboard');
});
