import { setTimeout } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { maxGapMs } from '#src/custom/pos/scan.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, buildSalesItem } from '#tests/support/records.ts';
import { chooseMaya, reload, renderTill, towel, water } from './till.tsx';

const cartItems = () => within(screen.getByRole('list', { name: 'Cart items' }));
const summary = () => screen.getByLabelText('Summary');

test('the till asks for 20 items a page, by name, of the selected location', async () => {
  const location = buildLocation();
  const { api } = renderTill({ locations: [location] });
  await screen.findByRole('button', { name: 'Add Water' });
  const [call] = api.to('GET /sales-items');
  expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
    limit: '20',
    page: '1',
    sortBy: 'name',
    sortOrder: 'asc',
    locationId: location.id,
  });
});

test('more than one page of items says which page it is, and Next asks for the one after it', async () => {
  const { user, api } = renderTill({
    routes: { 'GET /sales-items': () => ({ salesItems: [water, towel], pagination: createPage(41, 1, 20) }) },
  });
  expect(await screen.findByText('Page 1 of 3 (41 items)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 2 of 3 (41 items)')).toBeVisible();
  expect(api.to('GET /sales-items').at(-1)?.query.get('page')).toBe('2');
});

test('a customer is found by typing, at most eight, visitors with them', async () => {
  const { user, api } = renderTill();
  await chooseMaya(user);
  expect(Object.fromEntries(api.to('GET /contacts').at(-1)?.query ?? [])).toMatchObject({
    search: 'maya',
    limit: '8',
    includeVisitors: 'true',
  });
});

test("'Searching...' while the answer is on its way, 'No customers found' when nobody is, with the way to add one", async () => {
  const found = later<object>();
  const { user } = renderTill({ routes: { 'GET /contacts': () => found.promise } });
  await user.type(await screen.findByRole('combobox', { name: 'Search customers' }), 'zz');
  expect(await screen.findByText('Searching...')).toBeVisible();
  found.settle({ contacts: [], pagination: createPage(0) });
  expect(await screen.findByText('No customers found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Contact' })).toHaveAttribute('href', '/contacts/add');
});

test('a level that may not add contacts is offered no way to', async () => {
  const { user } = renderTill({
    level: 'point_of_sale',
    routes: { 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Search customers' }), 'zz');
  expect(await screen.findByText('No customers found')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add Contact' })).not.toBeInTheDocument();
});

test('a whole code that is typed into the search chooses the customer', async () => {
  const { user, api } = renderTill();
  await user.type(await screen.findByRole('combobox', { name: 'Search customers' }), 'maya-2222-2222');
  const customer = within(screen.getByRole('region', { name: 'Customer Selection' }));
  expect(await customer.findByText('maya@example.test')).toBeVisible();
  expect(customer.getByRole('button', { name: 'Change' })).toBeVisible();
  expect(api.to('GET /contacts').at(-1)?.query.get('search')).toBe('maya-2222-2222');
});

test('a typed code that nobody has says so', async () => {
  const { user } = renderTill({ routes: { 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) } });
  await user.type(await screen.findByRole('combobox', { name: 'Search customers' }), 'MAYA22222222');
  expect(await screen.findByText('No member has this code. It may have been replaced.')).toBeVisible();
});

test('selecting shows a profile card with initials, name, e-mail and phone, and Change takes it away', async () => {
  const { user } = renderTill();
  await chooseMaya(user);
  const customer = within(screen.getByRole('region', { name: 'Customer Selection' }));
  for (const text of ['MO', 'Maya Okafor', 'maya@example.test', '(303) 555-0123'])
    expect(customer.getByText(text)).toBeVisible();
  await user.click(customer.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('combobox', { name: 'Search customers' })).toHaveFocus();
});

test("the button says 'Select a customer first' until a customer is chosen", async () => {
  const { user } = renderTill();
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(screen.getByRole('button', { name: 'Select a customer first' })).toBeDisabled();
  await chooseMaya(user);
  expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
});

test('adding an item that is there increments its quantity; minus at one takes the line out', async () => {
  const { user } = renderTill();
  const add = await screen.findByRole('button', { name: 'Add Water' });
  await user.click(add);
  await user.click(add);
  expect(cartItems().getByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('2');
  expect(cartItems().getByText('$5.00')).toBeVisible();
  await user.click(cartItems().getByRole('button', { name: 'Decrease Water' }));
  await user.click(cartItems().getByRole('button', { name: 'Decrease Water' }));
  expect(screen.getByText('The cart is empty')).toBeVisible();
});

test('a quantity can be typed, and a line be removed', async () => {
  const { user } = renderTill();
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.clear(screen.getByRole('textbox', { name: 'Quantity of Water' }));
  await user.type(screen.getByRole('textbox', { name: 'Quantity of Water' }), '12{Enter}');
  expect(cartItems().getByText('$30.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Water' }));
  expect(screen.getByText('The cart is empty')).toBeVisible();
});

test('the summary shows Subtotal, a Tax line with percentage, and Total', async () => {
  const { user } = renderTill();
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(summary()).toHaveTextContent('Subtotal$2.50Tax (8%)$0.20Total$2.70');
});

test('without tax there is no Tax line', async () => {
  const { user } = renderTill({ locations: [buildLocation({ salesTaxRate: 0 })] });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(summary()).toHaveTextContent('Subtotal$2.50Total$2.50');
});

test('the quantity stops at the stock of a physical item, and says so', async () => {
  const { user } = renderTill();
  await user.click(await screen.findByRole('button', { name: 'Add Towel' }));
  await user.click(screen.getByRole('button', { name: 'Increase Towel' }));
  expect(cartItems().getByText('Only 2 in stock')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Increase Towel' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'All in cart Towel' })).toBeDisabled();
});

test("an inactive item is shown with Add disabled and 'Inactive'", async () => {
  renderTill({ items: [buildSalesItem({ name: 'Old Shake', isActive: false })] });
  expect(await screen.findByRole('button', { name: 'Inactive Old Shake' })).toBeDisabled();
});

test("no items: 'No sales items found' and 'Create your first sales item to get started.'", async () => {
  renderTill({ items: [] });
  expect(await screen.findByText('No sales items found')).toBeVisible();
  expect(screen.getByText('Create your first sales item to get started.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add sales item' })).toHaveAttribute('href', '/sales-items/add');
});

test("a search without a match says 'No sales items match your search criteria.'; Enter adds the first match", async () => {
  const { user, api } = renderTill({
    routes: {
      'GET /sales-items': ({ query }) => {
        const salesItems = [water, towel].filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
        return { salesItems, pagination: createPage(salesItems.length, 1, 20) };
      },
    },
  });
  const search = await screen.findByRole('searchbox', { name: 'Search sales items' });
  await user.type(search, 'tow{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Quantity of Towel' })).toHaveValue('1');
  expect(api.to('GET /sales-items').at(-1)?.query.get('search')).toBe('tow');
  await user.clear(search);
  await user.type(search, 'zzz');
  expect(await screen.findByText('No sales items match your search criteria.')).toBeVisible();
});

test('a quantity that was typed counts when F8 is pressed right after it', async () => {
  const { user } = renderTill();
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.clear(screen.getByRole('textbox', { name: 'Quantity of Water' }));
  await user.type(screen.getByRole('textbox', { name: 'Quantity of Water' }), '12');
  await user.keyboard('{F8}');
  expect(await screen.findByRole('button', { name: 'Complete Sale' })).toBeVisible();
  expect(summary()).toHaveTextContent('Total$32.40');
});

test('a quantity of zero that was typed takes the line out when F8 is pressed, and nothing is paid', async () => {
  const { user } = renderTill();
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.clear(screen.getByRole('textbox', { name: 'Quantity of Water' }));
  await user.type(screen.getByRole('textbox', { name: 'Quantity of Water' }), '0');
  await user.keyboard('{F8}');
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Sale' })).not.toBeInTheDocument();
});

test('two quick scans are two look-ups, in order, whichever is answered first; F8 waits for both', async () => {
  const first = later<object>();
  const { user, api } = renderTill({
    routes: {
      'GET /sales-items': ({ query }) => {
        if (query.get('search') === 'towel') return first.promise;
        return { salesItems: [water], pagination: createPage(1, 1, 20) };
      },
    },
  });
  await chooseMaya(user);
  await user.type(await screen.findByRole('searchbox', { name: 'Search sales items' }), 'towel{Enter}');
  await user.keyboard('water{Enter}');
  await user.keyboard('{F8}');
  expect(screen.getByRole('searchbox', { name: 'Search sales items' })).toHaveValue('water');
  expect(screen.queryByRole('button', { name: 'Complete Sale' })).not.toBeInTheDocument();
  first.settle({ salesItems: [towel], pagination: createPage(1, 1, 20) });
  expect(await screen.findByRole('button', { name: 'Complete Sale' })).toBeVisible();
  expect(
    cartItems()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Towel'), expect.stringContaining('Water')]);
  const looked = api.to('GET /sales-items').map(({ query }) => query.get('search'));
  expect(looked.filter((search) => search === 'towelwater')).toEqual([]);
});

test('a scan that finds nothing says so', async () => {
  const { user } = renderTill({
    routes: {
      'GET /sales-items': ({ query }) =>
        query.get('search')
          ? { salesItems: [], pagination: createPage(0) }
          : { salesItems: [water], pagination: createPage(1, 1, 20) },
    },
  });
  await user.type(await screen.findByRole('searchbox', { name: 'Search sales items' }), '4006381{Enter}');
  expect(await screen.findByText('No item with bar code 4006381.')).toBeVisible();
});

test('items that cannot be read: an error with a way to try again', async () => {
  renderTill({ routes: { 'GET /sales-items': () => respond(500, { message: 'Failed to fetch sales items' }) } });
  expect(await screen.findByText('Failed to fetch sales items')).toBeVisible();
});

test('the cart and its customer survive a reload', async () => {
  const till = renderTill();
  await chooseMaya(till.user);
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  reload(till);
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1');
  expect(screen.getByText('maya@example.test')).toBeVisible();
});

test('another location asks first while there is something in the cart', async () => {
  const locations = [buildLocation({ name: 'Denver' }), buildLocation({ name: 'Chicago' })];
  const { user } = renderTill({ locations, level: 'admin', hasFrame: true });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Location: Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Chicago/ }));
  await user.click(await screen.findByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Location: Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Chicago/ }));
  await user.click(await screen.findByRole('button', { name: 'Switch location' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
});

test('? opens the help sheet, but not while something is typed', async () => {
  const { user } = renderTill();
  await user.type(await screen.findByRole('combobox', { name: 'Search customers' }), '?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('heading', { name: 'Point of Sale' }));
  // Two characters without a pause are the beginning of a scan.
  await setTimeout(maxGapMs + 10);
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
