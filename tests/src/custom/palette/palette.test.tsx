import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { can, levels, may, type Action } from '#domain/shared/access.ts';
import '#src/custom/palette/PaletteDialog.tsx';
import { pages } from '#src/custom/palette/pages.ts';
import { menu } from '#src/menu.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createInvoice,
  createMemberSummary,
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

test('a plan whose name does not hold what was typed shows where it was found', async () => {
  const description = 'For those who come before noon, with the sauna and the Mayan steam bath';
  const membership = createPlan({ name: 'Early Bird', description });
  const { user, field } = await opened({
    ...lists,
    'GET /memberships': () => ({ memberships: [{ membership, location: null }], pagination: createPage(1) }),
  });
  await user.type(field, 'maya');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(inGroup('Memberships')[0]).toHaveTextContent(/^Early Bird…Mayan steam bath/);
  expect(inGroup('Memberships')[0]).not.toHaveTextContent('All locations');
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
      .map(({ label }) => label)
      .concat(pages.filter(({ feature }) => can(level, feature)).map(({ label }) => label)),
  );
  const mayOnContact = (action: Action) => can(level, 'contacts') && may(level, action);
  const actions = {
    'Check In…': can(level, 'checkins'),
    'New sale': can(level, 'pos'),
    'Collect…': mayOnContact('invoices:collect'),
    'Refund…': mayOnContact('invoices:refund'),
    'Freeze…': mayOnContact('contact-memberships:change'),
    'Change Plan…': mayOnContact('contact-memberships:manage'),
    'Cancel membership…': mayOnContact('contact-memberships:change'),
    'Sell membership…': mayOnContact('memberships:sell'),
    'Add note…': mayOnContact('contacts:write'),
    'Open Drawer': may(level, 'drawers:use'),
    'Close Drawer': may(level, 'drawers:use'),
    'View cash drawers': can(level, 'drawers'),
    'Add Contact': can(level, 'contacts'),
    'Import contacts': can(level, 'contacts'),
    'Add Membership': can(level, 'memberships'),
    'Add sales item': can(level, 'sales-items'),
    'Add agreement': can(level, 'agreements'),
    'Invite User': can(level, 'users'),
  };
  expect(inGroup('Actions').map(({ textContent }) => textContent)).toEqual(
    Object.entries(actions)
      .filter(([, isOffered]) => isOffered)
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

const { membership } = createMemberSummary().summary;
const frank = buildContact({ firstName: 'Frank', lastName: 'Spencer' });
const withFrank: Routes = {
  ...lists,
  'GET /contacts': () => ({
    contacts: [
      {
        contact: frank,
        homeLocation: null,
        memberStatus: {
          membership: membership && { ...membership, name: 'All-Access' },
          lastVisit: null,
          due: 11.03,
          memberStatuses: ['active', 'owing'],
        },
      },
    ],
    pagination: createPage(1),
  }),
};

test.each([
  ['freeze frank', 'Freeze Frank Spencer’s All-Access'],
  ['Pause Frank', 'Freeze Frank Spencer’s All-Access'],
  ['collect from frank', 'Collect $11.03 from Frank Spencer'],
  ['check in frank', 'Check In Frank Spencer'],
  ['refund frank', 'Refund Frank Spencer'],
  ['change plan of frank', 'Change Frank Spencer’s All-Access'],
  ['cancel frank', 'Cancel Frank Spencer’s All-Access'],
  ['sell frank', 'Sell Frank Spencer a Membership'],
  ['note about frank', 'Add note about Frank Spencer'],
])('an action is typed with its contact: %s', async (text, label) => {
  const { user, api, field } = await opened(withFrank);
  await user.type(field, text);
  await waitFor(() =>
    expect(inGroup('For a Contact').map(({ textContent }) => textContent)).toEqual([label + frank.email]),
  );
  expect(active(field)).toContain(label);
  expect(api.to('GET /contacts').at(-1)?.query.get('search')).toBe('frank');
});

test('an action opens the contact’s panel with it, a refund their invoices', async () => {
  const { user, field } = await opened(withFrank);
  await user.type(field, 'freeze frank');
  await screen.findByRole('option', { name: /^Freeze Frank/ });
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(window.history.state).toMatchObject({ usr: { panel: { contactId: frank.id, task: 'freeze' } } }),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'refund frank');
  await screen.findByRole('option', { name: /^Refund Frank/ });
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/invoices');
  expect(new URLSearchParams(window.location.search).get('filter')).toContain(frank.email);
});

test('choosing an action first asks for the name', async () => {
  const { user, field } = await opened(withFrank);
  await user.type(field, 'freez');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Freeze ');
  expect(screen.getByText('Type a name')).toBeVisible();
  await user.type(field, 'frank');
  expect(await screen.findByRole('option', { name: /^Freeze Frank Spencer’s All-Access/ })).toBeVisible();
});

test('what is not possible is not offered: nothing owed, no membership, a frozen one', async () => {
  const without = (memberStatus: object | null) => ({
    ...withFrank,
    'GET /contacts': () => ({
      contacts: [{ contact: frank, homeLocation: null, memberStatus }],
      pagination: createPage(1),
    }),
  });
  const frozen = { ...membership, status: 'suspended', frozenUntil: '2999-01-01' };
  const states = [null, { membership: frozen, lastVisit: null, due: 0, memberStatuses: [] }];
  for (const state of states) {
    const { user, field, unmount } = await opened(without(state));
    for (const text of ['freeze frank', 'collect frank']) {
      await user.clear(field);
      await user.type(field, text);
      expect(await screen.findByText(/^\d found$/)).toBeVisible();
      expect(screen.queryByRole('group', { name: 'For a Contact' })).not.toBeInTheDocument();
    }
    unmount();
  }
});

test('it opens a tab of the reports, and the drawer’s dialogs at the point of sale', async () => {
  const { user, field } = await opened({
    ...lists,
    'GET /drawers': () => ({ drawers: [], lastCounted: null, pagination: createPage(0) }),
  });
  await user.type(field, 'reports sales{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/reports?tab=sales');
  for (const [text, outcome] of [
    ['open drawer', () => screen.findByRole('dialog', { name: 'Open Drawer' })],
    ['close drawer', () => screen.findByText('No drawer is open')],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), `${text}{Enter}`);
    expect(window.location.pathname).toBe('/pos');
    expect(await outcome()).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
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
