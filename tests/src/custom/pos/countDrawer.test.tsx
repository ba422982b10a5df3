import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '#src/App.tsx';
import '#src/resources/drawers/DrawerDialog.tsx';
import '#src/resources/drawers/DrawerShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { createDrawer } from '#tests/support/drawerRecords.ts';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { choose, control, items, till } from './drawerAtTill.ts';

test('the drawer is counted by bills and coins before it is compared with what is expected', async () => {
  const drawer = createDrawer({ expected: 62.5 });
  const closed = createDrawer({
    ...drawer,
    status: 'closed',
    counted: 62,
    difference: -0.5,
    closedAt: new Date().toISOString(),
    closedBy: drawer.openedBy,
  });
  const rendered = till(drawer, { routes: { [`POST /drawers/${drawer.id}/close`]: () => ({ drawer: closed }) } });
  const dialog = await choose(rendered, 'Close Drawer');
  expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled();
  expect(dialog).not.toHaveTextContent('62.5');
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Number of $20.00' }), '3{Enter}');
  expect(within(dialog).getByRole('textbox', { name: 'Number of $10.00' })).toHaveFocus();
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Number of $0.25' }), '8');
  expect(within(dialog).getByRole('status', { name: 'Counted' })).toHaveTextContent('$62.00');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByText('$0.50 short')).toBeVisible();
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Note (optional)' }), 'Missing');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Close Drawer' }));
  expect(await screen.findByRole('heading', { name: 'Drawer #12 is closed' })).toBeVisible();
  expect(rendered.api.to(`POST /drawers/${drawer.id}/close`)[0]?.body).toEqual({
    counted: 62,
    counts: { 20: 3, 0.25: 8 },
    note: 'Missing',
  });
  expect(screen.getByRole('link', { name: 'End-of-day report (Z)' })).toHaveAttribute('href', `/drawers/${drawer.id}`);
});

test('it is counted in one sum as well, and a count is not lost unasked', async () => {
  const rendered = till(createDrawer());
  const dialog = await choose(rendered, 'Close Drawer');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Total only' }));
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Cash in the drawer' }), '1,250.50');
  expect(within(dialog).getByRole('status', { name: 'Counted' })).toHaveTextContent('$1,250.50');
  await rendered.user.keyboard('{Escape}');
  await rendered.user.click(await screen.findByRole('button', { name: 'Keep counting' }));
  expect(await within(dialog).findByRole('status', { name: 'Counted' })).toHaveTextContent('$1,250.50');
});

test('a count outlives the page that was left in the middle of it; given up, it is gone', async () => {
  const rendered = till(createDrawer());
  await rendered.user.type(
    within(await choose(rendered, 'Close Drawer')).getByRole('textbox', { name: 'Number of $20.00' }),
    '3',
  );
  rendered.unmount();
  render(<App layout={Screen} />);
  const counted = () => within(screen.getByRole('dialog')).getByRole('status', { name: 'Counted' });
  const dialog = await choose(rendered, 'Close Drawer');
  expect(counted()).toHaveTextContent('$60.00');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await rendered.user.click(await screen.findByRole('button', { name: 'Stop counting' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(rendered, 'Close Drawer');
  expect(counted()).toHaveTextContent('$0.00');
});

test('a note to the count is not lost when the count is looked at again', async () => {
  const rendered = till(createDrawer({ expected: 62.5 }));
  const dialog = await choose(rendered, 'Close Drawer');
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Number of $20.00' }), '3');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await rendered.user.type(await within(dialog).findByRole('textbox', { name: 'Note (optional)' }), 'Missing');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Back to count' }));
  await rendered.user.type(within(dialog).getByRole('textbox', { name: 'Number of $1.00' }), '1');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await within(dialog).findByRole('textbox', { name: 'Note (optional)' })).toHaveValue('Missing');
});

test('bills and coins are not lost when one sum is looked at, and only what is shown is sent', async () => {
  const drawer = createDrawer();
  const path = `POST /drawers/${drawer.id}/close`;
  const rendered = till(drawer, {
    routes: { [path]: () => ({ drawer: { ...drawer, status: 'closed', counted: 60, difference: -40 } }) },
  });
  const dialog = within(await choose(rendered, 'Close Drawer'));
  await rendered.user.type(dialog.getByRole('textbox', { name: 'Number of $20.00' }), '3');
  await rendered.user.click(dialog.getByRole('button', { name: 'Total only' }));
  await rendered.user.click(dialog.getByRole('button', { name: 'Bills and coins' }));
  expect(dialog.getByRole('textbox', { name: 'Number of $20.00' })).toHaveValue('3');
  await rendered.user.click(dialog.getByRole('button', { name: 'Total only' }));
  await rendered.user.type(dialog.getByRole('textbox', { name: 'Cash in the drawer' }), '60');
  await rendered.user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('$40.00 short');
  await rendered.user.click(dialog.getByRole('button', { name: 'Close Drawer' }));
  await screen.findByRole('heading', { name: 'Drawer #12 is closed' });
  expect(rendered.api.to(path).map(({ body }) => body)).toEqual([{ counted: 60 }]);
});

test('a close whose answer was lost is asked for again with the same key, also after a look at the count', async () => {
  const drawer = createDrawer({ expected: 60 });
  const path = `POST /drawers/${drawer.id}/close`;
  const closed = createDrawer({ ...drawer, status: 'closed', counted: 60, difference: 0 });
  const rendered = till(drawer, {
    routes: {
      [path]: () =>
        respond(rendered.api.to(path).length === 1 ? 503 : 200, { drawer: closed, message: 'The server is busy' }),
    },
  });
  const dialog = within(await choose(rendered, 'Close Drawer'));
  await rendered.user.type(dialog.getByRole('textbox', { name: 'Number of $20.00' }), '3');
  const close = async () => {
    await rendered.user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('Exact');
    await rendered.user.click(dialog.getByRole('button', { name: 'Close Drawer' }));
  };
  await close();
  await dialog.findByText('The server is busy');
  await rendered.user.click(dialog.getByRole('button', { name: 'Back to count' }));
  await close();
  expect(await screen.findByRole('heading', { name: 'Drawer #12 is closed' })).toBeVisible();
  const keys = rendered.api.to(path).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('while the drawer is being closed its dialog stays', async () => {
  const drawer = createDrawer({ expected: 60 });
  let response: (respond: unknown) => void = () => undefined;
  const rendered = till(drawer, {
    routes: { [`POST /drawers/${drawer.id}/close`]: () => new Promise((resolve) => (response = resolve)) },
  });
  const dialog = within(await choose(rendered, 'Close Drawer'));
  await rendered.user.type(dialog.getByRole('textbox', { name: 'Number of $20.00' }), '3');
  await rendered.user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Exact');
  await rendered.user.click(dialog.getByRole('button', { name: 'Close Drawer' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Back to count' })).toBeDisabled());
  // The focus is not in the dialog, because its button is disabled.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  response({ drawer: { ...drawer, status: 'closed', counted: 60, difference: 0 } });
  expect(await screen.findByRole('heading', { name: 'Drawer #12 is closed' })).toBeVisible();
});

test('a drawer whose day is over is not counted, and point of sale reads that a manager counts it', async () => {
  const { user } = till(createDrawer({ openedAt: '2026-01-05T15:00:00.000Z' }), { level: 'point_of_sale' });
  expect(await control()).toHaveTextContent('Drawer #12 not counted');
  await user.click(await control());
  expect(items()).toEqual([
    'Cash In',
    'Cash Out',
    'Drawer so far (X report)',
    'Close DrawerLeft open past midnight. A manager has to count it.',
  ]);
  await user.click(screen.getByRole('menuitem', { name: /Close Drawer/ }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
