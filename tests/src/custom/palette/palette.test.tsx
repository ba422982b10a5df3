import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { can, levels } from '#domain/shared/access.ts';
import '#src/custom/palette/PaletteDialog.tsx';
import { menu } from '#src/menu.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createInvoice,
  createPage,
  createPlan,
  buildSalesItem,
} from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const denver = buildLocation();
const phoenix = buildLocation({ name: 'Iron Peak Phoenix', timezone: 'America/Phoenix' });
const maya = buildContact();
const plan = createPlan({ name: 'Maya’s Plan' });
const item = buildSalesItem({ name: 'Mayan Water' });
const invoice = createInvoice();

const lists: Routes = {
  'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }),
  'GET /memberships': () => ({ memberships: [{ membership: plan, location: null }], pagination: createPage(1) }),
  'GET /sales-items': () => ({ salesItems: [item], pagination: createPage(1) }),
  'GET /invoices': () => ({ invoices: [{ invoice, contact: maya }], pagination: createPage(1) }),
};
const found = ['Maya Okaforma', 'Maya’s Plan', 'Mayan Water', 'Maya Okafor'] as const;

const opened = async (routes: Routes = lists, place: Parameters<typeof renderConsole>[2] = { locations: [denver] }) => {
  const rendered = renderConsole('/training', routes, place);
  await screen.findByRole('heading', { level: 1 });
  await rendered.user.keyboard('{Control>}k{/Control}');
  return { ...rendered, field: await screen.findByRole('combobox', { name: 'Search' }) };
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
const inGroup = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

test.each([
  ['Ctrl and K', '{Control>}k{/Control}'],
  ['Cmd and K', '{Meta>}k{/Meta}'],
  ['a slash', '/'],
])('%s opens it, and Escape returns the focus', async (_keys, keys) => {
  const { user } = renderConsole('/training', {}, { locations: [denver] });
  const before = await screen.findByRole('link', { name: 'Contacts' });
  before.focus();
  await user.keyboard(keys);
  expect(await screen.findByRole('combobox', { name: 'Search' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(before).toHaveFocus();
});

test('the button in the top bar opens it, the shortcut closes it, and a slash can be typed', async () => {
  const { user } = renderConsole('/training', {}, { locations: [denver] });
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  const field = await screen.findByRole('combobox', { name: 'Search' });
  await user.type(field, '/');
  expect(field).toHaveValue('/');
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('it does not open while another dialog or menu is open', async () => {
  const { user } = renderConsole('/training', {}, { locations: [denver] });
  await user.click(await screen.findByRole('button', { name: /^Profile/ }));
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('contacts, plans, items and invoices are searched at the selected location, five each, once the typing pauses', async () => {
  const { user, api, field } = await opened();
  await user.type(field, 'maya');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(['Contacts', 'Memberships', 'Sales Items', 'Invoices'].map((group) => inGroup(group)[0]?.textContent)).toEqual(
    found.map((label) => expect.stringContaining(label)),
  );
  for (const list of Object.keys(lists)) {
    const calls = api.to(list);
    expect(calls).toHaveLength(1);
    expect(Object.fromEntries(calls[0]?.query ?? [])).toMatchObject({
      search: 'maya',
      locationId: denver.id,
      limit: '5',
      page: '1',
    });
  }
  expect(screen.getByText('4 found')).toBeVisible();
});

test('arrow keys cross the groups, Home and End go to the ends, Enter opens', async () => {
  const { user, field } = await opened();
  await user.type(field, 'maya');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(active(field)).toContain(found[0]);
  await user.keyboard('{ArrowDown}');
  expect(active(field)).toContain(found[1]);
  await user.keyboard('{End}');
  expect(active(field)).toContain('$5.44');
  await user.keyboard('{ArrowDown}');
  expect(active(field)).toContain(found[0]);
  await user.keyboard('{ArrowUp}{Home}{ArrowDown}{ArrowDown}');
  expect(active(field)).toContain(found[2]);
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe(`/sales-items/${item.id}`);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a group never appears above what is already shown, and one that fails has its own Retry', async () => {
  const people = later<unknown>();
  let isDown = true;
  const { user, field } = await opened({
    ...lists,
    'GET /contacts': () => people.promise,
    'GET /memberships': () =>
      isDown
        ? respond(503, { message: 'The database does not answer.' })
        : { memberships: [{ membership: plan, location: null }], pagination: createPage(1) },
  });
  await user.type(field, 'maya');
  expect(await screen.findByText('Searching...')).toBeVisible();
  expect(options()).toEqual([]);
  people.settle({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) });
  await waitFor(() => expect(options()).toHaveLength(3));
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Memberships: The database does not answer.');
  isDown = false;
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an answer to an older text is never shown', async () => {
  const older = later<unknown>();
  const quiet = {
    'GET /memberships': () => ({ memberships: [], pagination: createPage(0) }),
    'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }),
    'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
  };
  const ann = buildContact({ firstName: 'Mabel' });
  const { user, api, field } = await opened({
    ...quiet,
    'GET /contacts': ({ query }) =>
      query.get('search') === 'ma'
        ? older.promise
        : { contacts: [{ contact: ann, homeLocation: null }], pagination: createPage(1) },
  });
  await user.type(field, 'ma');
  await waitFor(() => expect(api.to('GET /contacts')).toHaveLength(1));
  await user.type(field, 'b');
  older.settle({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) });
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('Mabel')]));
});

test.each(levels)('it offers the pages, actions and searches that the level may use: %s', async (level) => {
  const { user, api, field } = await opened(lists, { level, locations: [denver] });
  expect(inGroup('Pages').map(({ textContent }) => textContent)).toEqual(
    menu
      .flat()
      .filter(({ slug }) => can(level, slug))
      .map(({ label }) => label),
  );
  const actions = {
    'Check In…': 'checkins',
    'New Sale': 'pos',
    'View Cash Drawers': 'drawers',
    'Add Contact': 'contacts',
    'Add Membership': 'memberships',
    'Add Sales Item': 'sales-items',
    'Add Agreement': 'agreements',
  } as const;
  expect(inGroup('Actions').map(({ textContent }) => textContent)).toEqual(
    Object.entries(actions)
      .filter(([, feature]) => can(level, feature))
      .map(([label]) => label),
  );
  await user.type(field, 'maya');
  expect(await screen.findByText(/^\d found$/)).toBeVisible();
  const searched = (['contacts', 'memberships', 'sales-items', 'invoices'] as const).filter(
    (slug) => api.to(`GET /${slug}`).length > 0,
  );
  expect(searched).toEqual(
    (['contacts', 'memberships', 'sales-items', 'invoices'] as const).filter((slug) => can(level, slug)),
  );
});

test('it switches the location, the theme, and signs out', async () => {
  const { user, field } = await opened(
    { ...lists, 'POST /auth/logout': () => ({ message: 'Bye' }) },
    { locations: [denver, phoenix] },
  );
  expect(inGroup('Locations').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Switch location to Iron Peak Phoenix'),
  ]);
  await user.type(field, 'phoenix{Enter}');
  expect(await screen.findByRole('button', { name: 'Location: Iron Peak Phoenix' })).toBeVisible();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'dark{Enter}');
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'sign out{Enter}');
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
});

test('without a location nothing is searched, and an empty result says so', async () => {
  const { user, api, field } = await opened({}, { locations: [] });
  await user.type(field, 'zzz');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(api.calls.map(({ path }) => path)).toEqual(['/locations']);
  expect(field).toHaveAttribute('aria-expanded', 'false');
});
