import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Drawer } from '#domain/drawers/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { App } from '#src/App.tsx';
import '#src/resources/drawers/DrawerDialog.tsx';
import '#src/resources/drawers/DrawerShow.tsx';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { createDrawer } from '#tests/support/drawerRecords.ts';
import { createPage } from '#tests/support/records.ts';
import { renderTill, toPayment } from './till.tsx';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';

/** The till over a server with this drawer, or with none. */
const till = (
  drawer: Drawer | null,
  {
    routes = {},
    level = 'manager',
    lastCounted = null,
  }: { routes?: Routes; level?: Level; lastCounted?: number | null } = {},
) =>
  renderTill({
    level,
    routes: {
      'GET /drawers': () => ({ drawers: drawer ? [drawer] : [], pagination: createPage(drawer ? 1 : 0), lastCounted }),
      ...(drawer && { [`GET /drawers/${drawer.id}`]: () => ({ drawer }) }),
      ...routes,
    },
  });

const control = () => screen.findByRole('button', { name: /^Cash drawer: / });
const choose = async ({ user }: ReturnType<typeof renderTill>, item: string) => {
  await user.click(await control());
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return screen.findByRole('dialog');
};
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('the till says since when the drawer is open, and offers what can be done with it', async () => {
  const { user } = till(createDrawer({ openedAt: new Date(Date.now() - 1_000).toISOString() }));
  expect(await control()).toHaveTextContent(/^Drawer #12 open since \d+:\d\d [AP]M$/);
  await user.click(await control());
  expect(items()).toEqual(['Cash In', 'Cash Out', 'Drawer so far (X report)', 'Close Drawer', 'All drawers']);
});

test('without one it is opened with a float, and says how that differs from the last close', async () => {
  const opened = createDrawer({ number: 13 });
  const rendered = till(null, {
    lastCounted: 98.5,
    routes: { 'POST /drawers': () => respond(201, { drawer: opened }) },
  });
  expect(await control()).toHaveTextContent('No drawer open');
  const dialog = await choose(rendered, 'Open Drawer');
  expect(dialog).toHaveTextContent('The last close counted $98.50.');
  const float = within(dialog).getByRole('textbox', { name: /Starting cash/ });
  expect(float).toHaveValue('98.5');
  await rendered.user.clear(float);
  await rendered.user.type(float, '90');
  expect(dialog).toHaveTextContent('$8.50 short against the last close. The difference is recorded.');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Open Drawer' }));
  expect(await screen.findByText('Drawer #13 is open')).toBeVisible();
  expect(rendered.api.to('POST /drawers')[0]?.body).toEqual({ locationId: expect.any(String), float: 90 });
});

test('cash at the till with no drawer open says so', async () => {
  const { user } = till(null);
  await toPayment(user);
  expect(await screen.findByText('No drawer is open, so no drawer counts this cash.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Open Drawer' })).toBeVisible();
});

test('opening a drawer that is already open shows who opened it', async () => {
  const refusal = { message: 'Drawer #12 was opened by Ana Ruiz and is still open' };
  const rendered = till(null, { routes: { 'POST /drawers': () => respond(409, refusal) } });
  const dialog = await choose(rendered, 'Open Drawer');
  await rendered.user.type(within(dialog).getByRole('textbox', { name: /Starting cash/ }), '100');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Open Drawer' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal.message);
  // The other one may have been closed meanwhile, so it is fetched again.
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Open Drawer' }));
  await waitFor(() => expect(rendered.api.to('POST /drawers')).toHaveLength(2));
  expect(new Set(rendered.api.to('POST /drawers').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
});

test('cash that goes out needs an amount and a reason, and is sent once with one key', async () => {
  const drawer = createDrawer();
  let tries = 0;
  const rendered = till(drawer, {
    routes: {
      [`POST /drawers/${drawer.id}/movements`]: () => {
        tries += 1;
        return tries === 1 ? respond(503, { message: 'The server is busy' }) : respond(201, { drawer });
      },
    },
  });
  const dialog = await choose(rendered, 'Cash Out');
  const submit = within(dialog).getByRole('button', { name: 'Cash Out' });
  await rendered.user.click(submit);
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  await rendered.user.type(within(dialog).getByRole('textbox', { name: /Amount/ }), '12.50');
  await rendered.user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Stamps');
  await rendered.user.click(submit);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The server is busy');
  await rendered.user.click(submit);
  expect(await screen.findByText('$12.50 taken out of the drawer')).toBeVisible();
  const calls = rendered.api.to(`POST /drawers/${drawer.id}/movements`);
  expect(calls.map(({ body }) => body)).toEqual([
    { type: 'out', amount: 12.5, reason: 'Stamps' },
    { type: 'out', amount: 12.5, reason: 'Stamps' },
  ]);
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('cash whose recording was not answered keeps its amount, reason and key when the dialog is opened again', async () => {
  const drawer = createDrawer();
  let isLost = true;
  const rendered = till(drawer, {
    routes: {
      [`POST /drawers/${drawer.id}/movements`]: () =>
        isLost ? respond(503, { message: 'The answer was lost' }) : respond(201, { drawer }),
    },
  });
  const before = within(await choose(rendered, 'Cash In'));
  await rendered.user.type(before.getByRole('textbox', { name: /Amount/ }), '20');
  await rendered.user.type(before.getByRole('textbox', { name: /Reason/ }), 'Change');
  await rendered.user.click(before.getByRole('button', { name: 'Cash In' }));
  expect(await before.findByText('The answer was lost')).toBeVisible();
  await rendered.user.click(before.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  isLost = false;
  const after = within(await choose(rendered, 'Cash In'));
  expect(after.getByRole('textbox', { name: /Amount/ })).toHaveValue('20');
  expect(after.getByRole('textbox', { name: /Reason/ })).toHaveAttribute('readonly');
  await rendered.user.click(after.getByRole('button', { name: 'Cash In' }));
  expect(await screen.findByText('$20.00 put into the drawer')).toBeVisible();
  const [lost, sent] = rendered.api.to(`POST /drawers/${drawer.id}/movements`);
  expect(sent?.body).toEqual(lost?.body);
  expect(sent?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

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

test('the same cash entered again after a lost answer moves once, even if the page was left', async () => {
  const drawer = createDrawer();
  const path = `POST /drawers/${drawer.id}/movements`;
  const rendered = till(drawer, {
    routes: {
      [path]: () => respond(rendered.api.to(path).length === 1 ? 503 : 201, { drawer, message: 'The server is busy' }),
    },
  });
  const enter = async () => {
    const dialog = within(await choose(rendered, 'Cash Out'));
    await rendered.user.type(dialog.getByRole('textbox', { name: /Amount/ }), '20');
    await rendered.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Stamps');
    await rendered.user.click(dialog.getByRole('button', { name: 'Cash Out' }));
    return dialog;
  };
  await (await enter()).findByText('The server is busy');
  rendered.unmount();
  render(<App layout={Screen} />);
  // The form is filled with what was sent, and says why it cannot be changed.
  const again = within(await choose(rendered, 'Cash Out'));
  expect(again.getByRole('textbox', { name: /Reason/ })).toHaveAttribute('readonly');
  expect(again.getByText(responseLost)).toBeVisible();
  await rendered.user.click(again.getByRole('button', { name: 'Cash Out' }));
  expect(await screen.findByText('$20.00 taken out of the drawer')).toBeVisible();
  const keys = rendered.api.to(path).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a drawer that somebody else closes meanwhile takes no cash, and the dialog says so', async () => {
  const drawer = createDrawer();
  const refusal = { message: 'Drawer #12 is closed. Open the drawer first.' };
  let drawers = [drawer];
  const rendered = till(drawer, {
    routes: {
      'GET /drawers': () => ({ drawers, pagination: createPage(drawers.length), lastCounted: null }),
      [`POST /drawers/${drawer.id}/movements`]: () => respond(409, refusal),
    },
  });
  const dialog = await choose(rendered, 'Cash In');
  drawers = [];
  await rendered.user.type(within(dialog).getByRole('textbox', { name: /Amount/ }), '20');
  await rendered.user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Change');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Cash In' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal.message);
  expect(await screen.findByRole('button', { name: 'Cash drawer: No drawer open', hidden: true })).toBeVisible();
  expect(dialog).toBeVisible();
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

test('a server without drawers has a till without them', async () => {
  const { api } = renderTill();
  await waitFor(() => expect(api.to('GET /drawers')).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: 'Point of Sale' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Cash drawer/ })).not.toBeInTheDocument();
});

test('No payment is offered before it is known whether a drawer is open, which would move it under somebody’s hand', async () => {
  const answer = later<unknown>();
  const { user } = renderTill({ routes: { 'GET /drawers': () => answer.promise } });
  await toPayment(user);
  expect(await screen.findByRole('group', { name: 'Payment method' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Sale' })).not.toBeInTheDocument();
  answer.settle({ drawers: [], pagination: createPage(0), lastCounted: null });
  expect(await screen.findByRole('button', { name: 'Complete Sale' })).toHaveFocus();
});
