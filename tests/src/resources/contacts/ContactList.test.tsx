import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactList.tsx';
import { savedViews, saveView } from '#src/resources/contacts/saved-views/savedViewsStore.ts';
import { respond, later, type Call } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const item = (change: Parameters<typeof buildContact>[0] = {}) => ({
  contact: buildContact(change),
  homeLocation: null,
});
const listed = (...contacts: ReturnType<typeof item>[]) => ({
  'GET /contacts': () => ({ contacts, pagination: createPage(contacts.length) }),
});
const lastQuery = (calls: Call[]) => Object.fromEntries(calls.at(-1)?.query ?? []);

test("/contacts needs a selected location, otherwise it shows 'Select a location to view and manage contacts'", async () => {
  renderScreen('/contacts', {}, { locations: [] });
  expect(await screen.findByText('Select a location to view and manage contacts')).toBeVisible();
});

test('A level that may not see contacts sees why, and no request is sent', async () => {
  const { api } = renderScreen('/contacts', listed(), { level: 'point_of_sale' });
  expect(await screen.findByRole('heading', { name: 'Contacts is not available' })).toBeVisible();
  expect(api.to('GET /contacts')).toHaveLength(0);
});

test('It asks for ten contacts of the selected location, newest first', async () => {
  const location = buildLocation();
  const { api } = renderScreen('/contacts', listed(item()), { locations: [location] });
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
  expect(lastQuery(api.to('GET /contacts'))).toEqual({
    page: '1',
    limit: '10',
    sortBy: 'createdAt',
    sortOrder: 'desc',
    locationId: location.id,
  });
  expect(screen.getByText('(303) 555-0123')).toBeVisible();
  expect(screen.getByText('Dec 31, 2025')).toBeVisible();
});

test('Loading shows five skeleton rows', async () => {
  const answered = later<unknown>();
  renderScreen('/contacts', { 'GET /contacts': () => answered.promise });
  const table = await screen.findByRole('table', { name: 'Contacts' });
  expect(within(table).getAllByRole('row', { name: 'Loading row' })).toHaveLength(5);
});

test("Empty state: 'No contacts found', with the way to add the first one", async () => {
  renderScreen('/contacts', listed());
  expect(await screen.findByRole('heading', { name: 'No contacts found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a contact' })).toHaveAttribute('href', '/contacts/add');
});

test('A search that finds nobody offers everyone again, and the keyboard stays in the list', async () => {
  const { user } = renderScreen('/contacts', {
    'GET /contacts': ({ query }) =>
      query.get('search')
        ? { contacts: [], pagination: createPage(0) }
        : { contacts: [item()], pagination: createPage(1) },
  });
  const search = await screen.findByRole('searchbox', { name: 'Search contacts' });
  await user.type(search, 'nobody');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
  await waitFor(() => expect(search).toHaveValue(''));
  expect(document.activeElement).toContainElement(screen.getByRole('table', { name: 'Contacts' }));
});

test('A failure shows the server’s sentence, and can be tried again', async () => {
  let isDown = true;
  const { user } = renderScreen('/contacts', {
    'GET /contacts': () =>
      isDown
        ? respond(503, { message: 'The database does not answer.' })
        : { contacts: [item()], pagination: createPage(1) },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
});

test('Member filter: all, members, non-members', async () => {
  const { user, api } = renderScreen('/contacts', listed(item()));
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: /^Member filter: / }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose('Members');
  await waitFor(() => expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ memberFilter: 'members', page: '1' }));
  await choose('Non-members');
  await waitFor(() => expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ memberFilter: 'non-members' }));
  await choose('All Contacts');
  await waitFor(() => expect(window.location.search).not.toContain('memberFilter'));
});

test('Sortable columns: firstName starts ascending, createdAt reverses', async () => {
  const { user, api } = renderScreen('/contacts', listed(item()));
  await user.click(await screen.findByRole('button', { name: 'Name' }));
  await waitFor(() =>
    expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ sortBy: 'firstName', sortOrder: 'asc' }),
  );
  await user.click(screen.getByRole('button', { name: 'Created' }));
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending'),
  );
  await user.click(screen.getByRole('button', { name: 'Created' }));
  await waitFor(() =>
    expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ sortBy: 'createdAt', sortOrder: 'asc' }),
  );
});

test('A row click opens /contacts/{contactId}, and Add Contact leads to /contacts/add', async () => {
  const known = item();
  renderScreen('/contacts', listed(known));
  expect(await screen.findByRole('link', { name: /Maya Okafor/ })).toHaveAttribute(
    'href',
    `/contacts/${known.contact.id}`,
  );
  expect(screen.getByRole('link', { name: 'Add Contact' })).toHaveAttribute('href', '/contacts/add');
});

test('Export CSV saves every page of the filtered list', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const everyone = Array.from({ length: 1001 }, (_one, index) =>
    item({ firstName: `Person${index}`, notes: '=cmd()' }),
  );
  const { user, api } = renderScreen('/contacts?filter={"search":"Person"}', {
    'GET /contacts': ({ query }) => {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      return { contacts: everyone.slice((page - 1) * limit, page * limit), pagination: createPage(1001, page, limit) };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  const asked = api.to('GET /contacts').slice(1);
  expect(asked.map(({ query }) => [query.get('page'), query.get('limit'), query.get('search')])).toEqual([
    ['1', '1000', 'Person'],
    ['2', '1000', 'Person'],
  ]);
  const text = (await saved[0]?.text()) ?? '';
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(1002);
  expect(lines[0]).toBe(
    'First Name,Last Name,Email,Phone,Date of Birth,Address,City,State,ZIP Code,Emergency Contact,Emergency Phone,' +
      'Notes,Tags,Home Location,Created (America/Denver),Status,Plan,Last Visit (America/Denver),Owed',
  );
  expect(text).toContain("'=cmd()");
  vi.restoreAllMocks();
});

test('An export shows its progress, and canceled it saves nothing', async () => {
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const second = later<unknown>();
  const { user } = renderScreen('/contacts', {
    'GET /contacts': ({ query }) => {
      if (query.get('limit') !== '1000') return { contacts: [item()], pagination: createPage(2500) };
      return query.get('page') === '1'
        ? { contacts: [item(), item()], pagination: createPage(2500, 1, 1000) }
        : second.promise;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Exporting contacts' });
  expect(await within(dialog).findByText('2 of 2,500 contacts')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  second.settle({ contacts: [], pagination: createPage(2500, 2, 1000) });
  expect(create).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('An export that fails says so', async () => {
  const { user } = renderScreen('/contacts', {
    'GET /contacts': ({ query }) =>
      query.get('limit') === '1000'
        ? respond(500, { message: 'Something went wrong on our side' })
        : { contacts: [item()], pagination: createPage(1) },
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Something went wrong on our side');
});

const memberStatus = (change: object = {}) => ({
  membership: {
    name: 'Gold Monthly',
    status: 'active',
    isValidHere: true,
    startDate: '2020-01-01',
    endDate: null,
    contractEndDate: null,
    accessEnabled: true,
    autoRenew: true,
  },
  lastVisit: '2025-12-30T18:00:00.000Z',
  due: 54,
  memberStatuses: ['active', 'owing'],
  ...change,
});

test('The list also shows status, plan, last visit, amount owed and tags', async () => {
  const member = { ...item({ tags: ['VIP', 'Morning', 'Corporate', 'Student'] }), memberStatus: memberStatus() };
  const prospect = {
    ...item({ firstName: 'Pia' }),
    memberStatus: memberStatus({ membership: null, lastVisit: null, due: 0, memberStatuses: [] }),
  };
  renderScreen('/contacts', listed(member, prospect));
  const first = await screen.findByRole('row', { name: /Maya/ });
  const second = screen.getByRole('row', { name: /Pia/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Phone',
    'Created',
    'Status',
    'Plan',
    'Last Visit',
    'Amount Due',
  ]);
  for (const text of ['Active', 'Gold Monthly', 'Dec 30, 2025', '$54.00', 'VIP', '+3'])
    expect(first).toHaveTextContent(text);
  expect(within(second).getAllByText('—')).toHaveLength(4);
});

test('A server that does not say how contacts stand leaves the columns empty', async () => {
  renderScreen('/contacts', listed({ ...item(), memberStatus: null } as never));
  const row = await screen.findByRole('row', { name: /Maya/ });
  expect(within(row).getAllByText('—')).toHaveLength(4);
});

test('The member status and the tags narrow the list, from the URL too', async () => {
  const tags = {
    'GET /contacts/tags': () => ({
      tags: [
        { name: 'VIP', contacts: 3 },
        { name: 'Morning', contacts: 1 },
      ],
    }),
  };
  const { user, api } = renderScreen('/contacts?filter={"memberStatus":"owing","tags":["VIP"]}', {
    ...listed(item()),
    ...tags,
  });
  await screen.findByText('Maya Okafor');
  expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ memberStatus: 'owing', tags: 'VIP', page: '1' });
  await user.click(await screen.findByRole('combobox', { name: /^Status filter: / }));
  await user.click(await screen.findByRole('option', { name: 'Not seen for 30 days' }));
  await waitFor(() =>
    expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ memberStatus: 'not_seen', tags: 'VIP' }),
  );
  await user.click(await screen.findByRole('combobox', { name: /^Tag filter: / }));
  await user.click(await screen.findByRole('option', { name: 'Morning' }));
  await waitFor(() => expect(lastQuery(api.to('GET /contacts'))).toMatchObject({ tags: 'VIP,Morning' }));
  await user.click(await screen.findByRole('option', { name: 'Morning' }));
  await user.click(await screen.findByRole('option', { name: 'VIP' }));
  await waitFor(() => expect(lastQuery(api.to('GET /contacts'))).not.toHaveProperty('tags'));
});

test('A view is saved under a name, opened again and deleted, and its link says the location', async () => {
  const location = buildLocation();
  const { user, api } = renderScreen('/contacts?filter={"memberStatus":"owing"}&page=3', listed(item()), {
    locations: [location],
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    return screen.findByRole('dialog', { name: 'Saved views' });
  };
  let dialog = await open();
  await user.type(within(dialog).getByRole('textbox', { name: 'View name' }), 'Who owes{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await user.click(screen.getByRole('combobox', { name: /^Status filter: / }));
  await user.click(await screen.findByRole('option', { name: 'All Statuses' }));
  await waitFor(() => expect(lastQuery(api.to('GET /contacts'))).not.toHaveProperty('memberStatus'));
  dialog = await open();
  await user.click(within(dialog).getByRole('button', { name: 'Who owes' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Status filter: / })).toHaveTextContent('Owing'));
  expect(new URLSearchParams(window.location.search).get('filter')).toBe('{"memberStatus":"owing"}');

  dialog = await open();
  await user.click(within(dialog).getByRole('button', { name: 'Copy link' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(`locationId=${location.id}`));
  expect(new URL(await navigator.clipboard.readText()).searchParams.get('filter')).toBe('{"memberStatus":"owing"}');
  await user.click(within(dialog).getByRole('button', { name: 'Delete Who owes' }));
  expect(within(dialog).queryByRole('button', { name: 'Who owes' })).not.toBeInTheDocument();
});

test('Each saved view is kept, however many there are', () => {
  for (const number of Array.from({ length: 40 }).keys()) saveView('/contacts', { name: `View ${number}`, search: '' });
  saveView('/contacts', { name: 'Zumba', search: '?sort=firstName' });
  expect(savedViews('/contacts')).toHaveLength(41);
  expect(savedViews('/contacts').at(-1)).toEqual({ name: 'Zumba', search: '?sort=firstName' });
});

test('A link opens the list of its location', async () => {
  const [north, south] = [buildLocation({ name: 'North' }), buildLocation({ name: 'South' })];
  const { api } = renderScreen(`/contacts?filter={"memberStatus":"owing"}&locationId=${south.id}`, listed(item()), {
    locations: [north, south],
  });
  expect(await screen.findByText('Members and prospects of South')).toBeVisible();
  expect(api.to('GET /contacts').map(({ query }) => [query.get('locationId'), query.get('memberStatus')])).toEqual([
    [south.id, 'owing'],
  ]);
});
