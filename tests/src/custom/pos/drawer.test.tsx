import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '#src/App.tsx';
import '#src/resources/drawers/DrawerDialog.tsx';
import '#src/resources/drawers/DrawerShow.tsx';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { createDrawer } from '#tests/support/drawerRecords.ts';
import { createPage } from '#tests/support/records.ts';
import { renderTill, toPayment } from './till.tsx';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { choose, control, items, till } from './drawerAtTill.ts';

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
  // The field has the focus, and what is typed replaces the last count.
  await waitFor(() => expect(float).toHaveFocus());
  await rendered.user.keyboard('90');
  expect(float).toHaveValue('90');
  expect(dialog).toHaveTextContent('$8.50 short against the last close. The difference is recorded.');
  // What was typed by hand is kept when the field is entered again.
  act(() => float.blur());
  act(() => float.focus());
  await rendered.user.keyboard('.5');
  expect(float).toHaveValue('90.5');
  await rendered.user.click(within(dialog).getByRole('button', { name: 'Open Drawer' }));
  expect(await screen.findByText('Drawer #13 is open')).toBeVisible();
  expect(rendered.api.to('POST /drawers')[0]?.body).toEqual({ locationId: expect.any(String), float: 90.5 });
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
