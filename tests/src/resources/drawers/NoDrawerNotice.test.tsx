import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
// The chunks of the screen and its dialogs, so that no test waits for them.
import '#src/resources/drawers/DrawerDialog.tsx';
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/refunding/RefundDialog.tsx';
import { createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { createDrawer } from '#tests/support/drawerRecords.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const [here, there] = [buildLocation({ name: 'A' }), buildLocation({ name: 'B' })];

/** An invoice of location B, opened while A is selected. No drawer is open until one is opened. */
const open = (paid: number, level: Level = 'manager') => {
  let drawers: object[] = [];
  return renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () =>
        createInvoiceDetail(
          { id, status: paid > 0 ? 'paid' : 'open', total: 108, paid, due: 108 - paid, locationId: there.id },
          paid > 0 ? { payments: [createPayment({ amount: paid })] } : {},
        ),
      'GET /drawers': () => ({ drawers, pagination: createPage(drawers.length), lastCounted: 100 }),
      'POST /drawers': () => {
        const drawer = createDrawer({ number: 13 });
        drawers = [drawer];
        return respond(201, { drawer });
      },
    },
    {
      level,
      locations: [
        { location: here, level },
        { location: there, level },
      ],
    },
  );
};

test.each([
  ['Take Payment', 0, 'No drawer is open, so no drawer counts this cash.'],
  ['Refund', 108, 'No drawer is open, so no drawer counts this refund.'],
])('%s in cash with no drawer open says so, and opens one right there', async (name, paid, text) => {
  const { user, api } = open(paid);
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(text)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Open Drawer' }));
  const opening = within(await screen.findByRole('dialog', { name: 'Open Drawer' }));
  await user.click(opening.getByRole('button', { name: 'Open Drawer' }));
  expect(await screen.findByText('Drawer #13 is open')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(api.to('POST /drawers').map(({ body }) => body)).toEqual([{ locationId: there.id, float: 100 }]);
  // Opening the drawer takes no payment and refunds nothing.
  expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an operator, who may not use drawers, is asked nothing about them', async () => {
  const { user, api } = open(0, 'operator');
  await user.click(await screen.findByRole('button', { name: 'Take Payment' }));
  expect(await screen.findByLabelText('Cash received (optional)')).toBeVisible();
  expect(api.to('GET /drawers')).toEqual([]);
});
