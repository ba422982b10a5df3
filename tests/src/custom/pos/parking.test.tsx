import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ParkedSale, ParkSaleBody } from '#domain/pos/parkedSalesContract.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { chooseMaya, renderTill, towel, water } from './till.tsx';
import '#src/custom/pos/ParkSaleDialog.tsx';

type Sale = ParkedSale & Pick<ParkSaleBody, 'items'>;

/** A server that parks a sale once for a key. The responses to its first requests of each kind are lost. */
const parkingServer = ({ park, discard }: { park: number; discard: number }) => {
  const byKey = new Map<string, Sale>();
  const waiting = new Set<Sale>();
  const lost = respond(503, { message: 'The answer was lost' });
  const parked = (key: string, { locationId, items, note }: ParkSaleBody) => {
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
      const parkedSale = byKey.get(key) ?? parked(key, body as ParkSaleBody);
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
