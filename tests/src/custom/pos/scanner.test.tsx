import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { createPage, buildSalesItem } from '#tests/support/records.ts';
import { chooseMaya, renderTill, toPayment } from './till.tsx';

const water = buildSalesItem({ name: 'Water', price: 2.5, barcode: '4001' });
const towel = buildSalesItem({ name: 'Towel', price: 10, barcode: '4002', isPhysicalItem: true, inventoryQuantity: 1 });
const listed = (items: SalesItem[]) => ({ salesItems: items, pagination: createPage(items.length, 1, 20) });

/** The till over items that are found by their bar codes. */
const openTill = (
  byBarcode: (barcode: string) => object | Promise<object> = (code) =>
    listed([water, towel].filter(({ barcode }) => barcode === code)),
) =>
  renderTill({
    items: [water, towel],
    routes: {
      'GET /sales-items': ({ query }) => {
        const barcode = query.get('barcode');
        if (barcode) return byBarcode(barcode);
        const search = query.get('search')?.toLowerCase() ?? '';
        return listed([water, towel].filter(({ name }) => name.toLowerCase().includes(search)));
      },
    },
  });

let clock = 0;
/** Types like a scanner, wherever the focus is: the test sets the events' time stamps. */
const scan = (code: string, gapMs = 8) => {
  clock += 10_000;
  const pressed = [...code, 'Enter'].map((key) => {
    const target = document.activeElement ?? document.body;
    const event = createEvent.keyDown(target, { key });
    Object.defineProperty(event, 'timeStamp', { value: (clock += gapMs) });
    const isHeeded = fireEvent(target, event);
    if (key.length === 1 && target instanceof HTMLInputElement)
      fireEvent.input(target, { target: { value: target.value + key } });
    return isHeeded;
  });
  return { enterIsLeft: pressed.at(-1) };
};
const getQuantity = (name: string) => screen.findByRole('textbox', { name: `Quantity of ${name}` });
const ready = () => screen.findByRole('button', { name: 'Add Water' });

test('what fingers type is no scan', async () => {
  const { api } = openTill();
  (await ready()).focus();
  expect(scan('4001', 120).enterIsLeft).toBe(true);
  expect(api.to('GET /sales-items').some(({ query }) => query.has('barcode'))).toBe(false);
});

test('a scan adds one of the item wherever the focus is, and what it typed there is taken out again', async () => {
  openTill();
  await ready();
  const customer = screen.getByRole('combobox', { name: 'Search customers' });
  customer.focus();
  expect(scan('4001').enterIsLeft).toBe(false);
  expect(await getQuantity('Water')).toHaveValue('1');
  expect(customer).toHaveValue('');
  const quantity = await getQuantity('Water');
  quantity.focus();
  scan('4002');
  expect(await getQuantity('Towel')).toHaveValue('1');
  expect(quantity).toHaveValue('1');
  expect(screen.getByText('Added Towel')).toBeInTheDocument();
});

test('its Enter does not press the button that has the focus, and its characters are no shortcuts', async () => {
  openTill();
  (await ready()).focus();
  scan('40?1');
  expect(await screen.findByText('No item with bar code 40?1.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByText('The cart is empty')).toBeVisible();
});

test('while a dialog is open, what is typed is left to it', async () => {
  const { user, api } = openTill();
  await ready();
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await screen.findByRole('dialog');
  expect(scan('4001').enterIsLeft).toBe(true);
  expect(api.to('GET /sales-items').some(({ query }) => query.has('barcode'))).toBe(false);
});

test('two quick scans are two, in their order, though the answers come in the other order', async () => {
  const slow = later<object>();
  openTill((code) => (code === '4001' ? slow.promise : listed([towel])));
  await ready();
  scan('4001');
  scan('4002');
  slow.settle(listed([water]));
  expect(await getQuantity('Towel')).toHaveValue('1');
  const lines = within(screen.getByRole('list', { name: 'Cart items' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent.slice(0, 5))).toEqual(['Water', 'Towel']);
});

test('two scans of one item are a quantity of two', async () => {
  openTill();
  await ready();
  scan('4001');
  scan('4001');
  expect(await screen.findByDisplayValue('2')).toBe(await getQuantity('Water'));
});

test('an unknown, sold out or failed item shows a message until it is closed, and adds nothing', async () => {
  const { user } = openTill((code) => {
    if (code === '4003') return respond(500, { message: 'Down' });
    return listed([water, { ...towel, inventoryQuantity: 0 }].filter(({ barcode }) => barcode === code));
  });
  await ready();
  for (const code of ['9999', '4002', '4003', '4001']) scan(code);
  expect(await getQuantity('Water')).toHaveValue('1');
  const said = screen.getByText('No item with bar code 9999.').closest<HTMLElement>('[role="alert"]') ?? document.body;
  expect(said).toHaveTextContent('Towel is out of stock.');
  expect(said).toHaveTextContent(
    'Bar code 4003 could not be looked up because of a connection problem. Please scan it again.',
  );
  await user.click(within(said).getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('No item with bar code 9999.')).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Quantity of Towel' })).not.toBeInTheDocument();
});

const memberCode = 'MAYA22222222';
const customer = () => within(screen.getByRole('region', { name: 'Customer Selection' }));

test('a scanned code of a member chooses the customer, wherever the focus is, and adds nothing', async () => {
  const { user, api } = openTill();
  (await ready()).focus();
  expect(scan(memberCode).enterIsLeft).toBe(false);
  expect(await customer().findByText('Maya Okafor')).toBeVisible();
  expect(api.to('GET /contacts').at(-1)?.query.get('search')).toBe(memberCode);
  await user.click(customer().getByRole('button', { name: 'Change' }));
  const search = await screen.findByRole('combobox', { name: 'Search customers' });
  search.focus();
  scan(memberCode);
  expect(await customer().findByText('Maya Okafor')).toBeVisible();
  expect(screen.getByText('The cart is empty')).toBeVisible();
});

test('an item with a bar code that looks like a code is the item', async () => {
  openTill(() => listed([{ ...water, barcode: '234567892345' }]));
  await ready();
  scan('234567892345');
  expect(await getQuantity('Water')).toHaveValue('1');
  expect(customer().queryByText('Maya Okafor')).not.toBeInTheDocument();
});

test.each([
  [
    'nobody has',
    () => ({ contacts: [], pagination: createPage(0) }),
    `No item and no member has the code ${memberCode}.`,
  ],
  [
    'cannot be looked up',
    () => respond(503, {}),
    `Bar code ${memberCode} could not be looked up because of a connection problem. Please scan it again.`,
  ],
])('a scanned code that %s says so', async (_what, contacts, text) => {
  renderTill({
    routes: {
      'GET /contacts': contacts,
      'GET /sales-items': ({ query }) => listed(query.has('barcode') ? [] : [water, towel]),
    },
  });
  await ready();
  scan(memberCode);
  expect(await screen.findByText(text)).toBeVisible();
});

test('more than the stock is not added, and the scan says so', async () => {
  openTill();
  await ready();
  scan('4002');
  scan('4002');
  expect(await screen.findByText('All 1 in stock of Towel are in the cart.')).toBeVisible();
  expect(await getQuantity('Towel')).toHaveValue('1');
});

test('while a payment is taken a scan adds nothing, completes nothing and says so', async () => {
  const { user, api } = openTill();
  await toPayment(user);
  const received = await screen.findByRole('textbox', { name: /Cash received/ });
  received.focus();
  scan('4002');
  expect(
    await screen.findByText('Items cannot be scanned during payment. Go back to the cart to add them.'),
  ).toBeVisible();
  expect(received).toHaveValue('');
  expect(api.to('GET /sales-items').some(({ query }) => query.has('barcode'))).toBe(false);
  expect(api.to('POST /sales-items/purchase')).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
});

test('Enter on a whole bar code in the item search adds it and clears the field; on an unknown number it says so', async () => {
  const { user } = openTill();
  await ready();
  const search = screen.getByRole('searchbox', { name: 'Search sales items' });
  await user.type(search, '5555{Enter}');
  expect(await screen.findByText('No item with bar code 5555.')).toBeVisible();
  await user.clear(search);
  await user.type(search, '4002{Enter}');
  expect(await getQuantity('Towel')).toHaveValue('1');
  expect(search).toHaveValue('');
});

test('a scan while the last sale is shown begins the next one', async () => {
  const { user } = openTill();
  await chooseMaya(user);
  scan('4001');
  await getQuantity('Water');
  await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await user.click(await screen.findByRole('button', { name: 'Complete Sale' }));
  await screen.findByText('Payment Successful!');
  scan('4002');
  expect(await getQuantity('Towel')).toHaveValue('1');
  expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
});
