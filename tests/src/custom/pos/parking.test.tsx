import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ParkedSale, ParkSaleBody } from '#domain/pos/parkedSalesContract.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { App } from '#src/App.tsx';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { setFinePointer } from '#tests/support/width.ts';
import { chooseMaya, maya, parked, renderTill, towel, water } from './till.tsx';
import '#src/custom/pos/ParkSaleDialog.tsx';

type Sale = ParkedSale & Pick<ParkSaleBody, 'items'>;

/** A server that parks a sale once for a key. The responses to its first requests of each kind are lost. */
const parkingServer = ({ park, discard }: { park: number; discard: number }) => {
  const byKey = new Map<string, Sale>();
  const waiting = new Set<Sale>();
  const lost = respond(503, { message: 'The answer was lost' });
  const addSale = (key: string, { locationId, items, note }: ParkSaleBody) => {
    const sale: Sale = {
      id: crypto.randomUUID(),
      locationId,
      items,
      note: note ?? null,
      customer: null,
      pieces: 1,
      total: 1,
      parkedBy: 'Sam Staff',
      createdAt: '2026-01-05T22:04:00.000Z',
    };
    byKey.set(key, sale);
    waiting.add(sale);
    return sale;
  };
  const routes: Routes = {
    'GET /parked-sales': () => ({ parkedSales: [...waiting] }),
    'POST /parked-sales': ({ headers, body }) => {
      const key = headers.get('Idempotency-Key') ?? '';
      const parkedSale = byKey.get(key) ?? addSale(key, body as ParkSaleBody);
      return park-- > 0 ? lost : { parkedSale };
    },
    'DELETE /parked-sales/:key': ({ path }) => {
      const sale = [...waiting].find(({ id }) => path.endsWith(id));
      if (!sale)
        return respond(409, { message: 'This sale has already been resumed or discarded, maybe at another till' });
      waiting.delete(sale);
      return discard-- > 0 ? lost : { message: 'Parked sale discarded' };
    },
  };
  return { routes, waiting: () => [...waiting] };
};

type User = ReturnType<typeof renderTill>['user'];

const pressPark = async (user: User, note?: string) => {
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  if (note !== undefined) fireEvent.change(dialog.getByLabelText('Note (optional)'), { target: { value: note } });
  await user.click(dialog.getByRole('button', { name: 'Park sale' }));
  return dialog;
};

const giveUp = async (user: User, dialog: Awaited<ReturnType<typeof pressPark>>) => {
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
};

test('a parked sale empties the till, with its customer, items and note', async () => {
  setFinePointer();
  const { user, api } = renderTill({ routes: { 'POST /parked-sales': () => ({ parkedSale: parked }) } });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(dialog.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await user.click(dialog.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const body = api.to('POST /parked-sales')[0]?.body as ParkSaleBody;
  expect(body).toMatchObject({
    contactId: maya.id,
    items: [{ salesItemId: water.id, quantity: 1 }],
    note: 'Back at six',
  });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search customers' })).toHaveFocus());
});

test('a sale that is parked after the till was left and opened again is not in the cart any more', async () => {
  let response: (respond: unknown) => void = () => undefined;
  const { user, api, unmount } = renderTill({
    routes: { 'POST /parked-sales': () => new Promise((resolve) => (response = resolve)) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Park sale' })).getByRole('button', { name: 'Park sale' }),
  );
  await waitFor(() => expect(api.to('POST /parked-sales')).toHaveLength(1));
  unmount();
  render(<App layout={Screen} />);
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toBeVisible();
  response({ parkedSale: parked });
  expect(await screen.findByText('The cart is empty')).toBeVisible();
});

test('the note of a sale to park is offered again after the session ended, and a lost answer does not park it twice', async () => {
  let isLost = true;
  const routes = {
    'POST /parked-sales': () => (isLost ? respond(503, { message: 'The answer was lost' }) : { parkedSale: parked }),
  };
  const locations = [buildLocation()];
  const first = renderTill({ routes, locations });
  await chooseMaya(first.user);
  await first.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await first.user.click(screen.getByRole('button', { name: 'Park sale' }));
  const before = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(before.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await first.user.click(before.getByRole('button', { name: 'Park sale' }));
  expect(await before.findByText('The answer was lost')).toBeVisible();
  // With another note it would be a different sale.
  await waitFor(() => expect(before.getByLabelText('Note (optional)')).toHaveAttribute('readonly'));
  const session = readSession();
  act(() => expireSession());
  first.unmount();

  isLost = false;
  const again = renderTill({ routes, locations, account: session?.user });
  await again.user.click(await screen.findByRole('button', { name: 'Park sale' }));
  const after = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  await again.user.click(after.getByRole('button', { name: 'Restore' }));
  await again.user.click(after.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const [lost, sent] = [first.api.to('POST /parked-sales')[0], again.api.to('POST /parked-sales')[0]];
  expect(sent?.body).toMatchObject({ note: 'Back at six' });
  expect(sent?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

test('a sale whose parking was not answered is parked with the same note and key when the dialog is opened again', async () => {
  let isLost = true;
  const { user, api } = renderTill({
    routes: {
      'POST /parked-sales': () => (isLost ? respond(503, { message: 'The answer was lost' }) : { parkedSale: parked }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const before = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(before.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await user.click(before.getByRole('button', { name: 'Park sale' }));
  expect(await before.findByText('The answer was lost')).toBeVisible();
  await user.click(before.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  isLost = false;
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const after = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  expect(after.getByLabelText('Note (optional)')).toHaveValue('Back at six');
  expect(after.getByLabelText('Note (optional)')).toHaveAttribute('readonly');
  await user.click(after.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const [lost, sent] = api.to('POST /parked-sales');
  expect(sent?.body).toEqual(lost?.body);
  expect(sent?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

test.each([
  ['', { park: 1, discard: 0 }],
  [', even if more answers are lost', { park: 2, discard: 1 }],
])('a cart that is changed after its parking was not answered is parked once, as it is now%s', async (_case, lost) => {
  const server = parkingServer(lost);
  const { user, api } = renderTill({ routes: server.routes });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  const before = await pressPark(user);
  expect(await before.findByText('The answer was lost')).toBeVisible();
  await giveUp(user, before);
  await user.click(await screen.findByRole('button', { name: 'Add Towel' }));
  for (let nth = 1; nth < lost.park + lost.discard; nth += 1) {
    const again = await pressPark(user, 'With a towel');
    expect(await again.findByText('The answer was lost')).toBeVisible();
    await giveUp(user, again);
  }

  await pressPark(user, 'With a towel');
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  expect(server.waiting()).toMatchObject([
    { note: 'With a towel', items: [{ salesItemId: water.id }, { salesItemId: towel.id }] },
  ]);
  expect(new Set(api.to('POST /parked-sales').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
});

test('another sale after one whose parking was not answered leaves that one parked', async () => {
  const server = parkingServer({ park: 1, discard: 0 });
  const { user } = renderTill({ routes: server.routes });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await giveUp(user, await pressPark(user));
  await user.click(screen.getByRole('button', { name: 'Remove Water' }));
  await user.click(await screen.findByRole('button', { name: 'Add Towel' }));
  await pressPark(user);
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  expect(server.waiting()).toMatchObject([
    { items: [{ salesItemId: water.id }] },
    { items: [{ salesItemId: towel.id }] },
  ]);
});

test('a sale whose parking was not answered is not parked any more when it is paid', async () => {
  const server = parkingServer({ park: 1, discard: 0 });
  const { user } = renderTill({ routes: server.routes });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await giveUp(user, await pressPark(user));
  expect(server.waiting()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await waitFor(() => expect(server.waiting()).toEqual([]));
});
