import type { User as Account } from '#domain/auth/contract.ts';
import type { Location } from '#domain/locations/contract.ts';
import type { ItemSaleBody } from '#domain/pos/contract.ts';
import type { ParkedSale } from '#domain/pos/parkedSalesContract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { App } from '#src/App.tsx';
import { readSession } from '#src/authProvider/session.ts';
import '#src/custom/pos/CardForm.tsx';
import '#src/custom/pos/PosPage.tsx';
import { emptyTill, resetAttempt, shownContact, writeTill } from '#src/custom/pos/tillState.ts';
import { act, screen } from '@testing-library/react';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createInvoice,
  createPage,
  buildSalesItem,
  ironPeak,
} from '#tests/support/records.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';

export const maya = buildContact();
export const water = buildSalesItem({ name: 'Water', price: 2.5 });
export const towel = buildSalesItem({ name: 'Towel', price: 10, isPhysicalItem: true, inventoryQuantity: 2 });
export const parked: ParkedSale = {
  id: crypto.randomUUID(),
  locationId: water.locationId,
  customer: 'Maya Okafor',
  pieces: 3,
  total: 8.1,
  note: 'Back at six',
  parkedBy: 'Sam Staff',
  createdAt: '2026-01-05T22:04:00.000Z',
};

interface Till {
  items?: SalesItem[];
  routes?: Routes;
  level?: Level;
  locations?: Location[];
  /** The person of the previous render, signed in again. */
  account?: Account | undefined;
  /** With menu and top bar. */
  hasFrame?: boolean;
}

/** The till at a location with 8 % tax, over a network with Maya to find and some items to sell. */
export const renderTill = ({
  items = [water, towel],
  routes = {},
  level = 'manager',
  locations = [buildLocation({ salesTaxRate: 0.08 })],
  account,
  hasFrame = false,
}: Till = {}) => {
  rendered = { item: items[0], locationId: locations[0]?.id ?? '' };
  return (hasFrame ? renderConsole : renderScreen)(
    '/pos',
    {
      'GET /sales-items': () => ({ salesItems: items, pagination: createPage(items.length, 1, 20) }),
      ...Object.fromEntries(items.map((salesItem) => [`GET /sales-items/${salesItem.id}`, () => ({ salesItem })])),
      'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }),
      'POST /sales-items/purchase': () => cashResponse(),
      'POST /sales-items/purchase/cancel': () => respond(503, { message: 'Stripe does not answer.' }),
      'POST /auth/logout': () => ({ message: 'Signed out' }),
      [`GET ${stripePath}`]: () => ({ stripeConfig: configured }),
      ...routes,
    },
    { level, locations, ...(account && { account }) },
  );
};

/** The first item and location of the till that was rendered last. */
let rendered: { item: SalesItem | undefined; locationId: string };

export const stripePath = `/companies/${ironPeak.id}/stripe`;
const configured = {
  hasStripeKeys: true,
  stripePublishableKey: 'pk_test_1',
  maskedSecretKey: null,
  hasWebhook: true,
};

/** The server's response to a sale of one Water at 8 %. */
const sold = { subtotal: 2.5, tax: 0.2, total: 2.7 };
export const cashResponse = () => {
  const invoice = createInvoice({ ...sold, paid: 2.7 }, [
    { name: 'Water', description: null, type: 'sales_item', quantity: 1, price: 2.5, total: 2.5 },
  ]);
  return {
    success: true,
    invoice,
    payment: { id: invoice.id, createdAt: invoice.createdAt, amount: 2.7, method: 'cash', status: 'completed' },
  };
};
export const cardResponse = (change: { total?: number } = {}) => ({
  success: true,
  invoice: createInvoice({ ...sold, ...change, status: 'open', paid: 0, due: 2.7 }),
  paymentIntent: { id: 'pi_1', clientSecret: 'pi_1_secret_1', status: 'requires_payment_method' },
});

/** The server's answers about the outcome of a sale. */
export const outcomes = {
  unknown: { state: 'unknown', invoice: null, message: null },
  completed: () => ({ state: 'completed', invoice: cashResponse().invoice, message: null }),
  pending: () => ({ state: 'pending', invoice: cardResponse().invoice, message: null }),
  refused: (message: string) => ({ state: 'refused', invoice: null, message }),
};

type User = ReturnType<typeof renderConsole>['user'];

export const chooseMaya = async (user: User) => {
  await user.click(await screen.findByRole('combobox', { name: 'Search customers' }));
  await user.paste('maya');
  await user.click(await screen.findByRole('option', { name: /Maya Okafor/ }));
};

/** Maya and one Water, at the payment step. How they are chosen is tried in other tests. */
export const toPayment = async (user: User) => {
  await screen.findByRole('combobox', { name: 'Search customers' });
  const { item = water, locationId } = rendered;
  const chosen = { contact: shownContact({ ...maya, homeLocation: null }), cart: [{ item, quantity: 1 }] };
  act(() => writeTill(readSession()?.user.id, locationId, resetAttempt({ ...emptyTill, ...chosen })));
  await user.click(await screen.findByRole('button', { name: 'Proceed to Payment' }));
};

export const getSales = ({ api }: ReturnType<typeof renderConsole>) =>
  api
    .to('POST /sales-items/purchase')
    .map(({ body, headers }) => ({ body: body as ItemSaleBody, key: headers.get('Idempotency-Key') }));

/** The page reloaded by the same person, over the same network. */
export const reload = ({ unmount }: ReturnType<typeof renderConsole>) => {
  unmount();
  return render(<App layout={Screen} />);
};
