import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSalesItem } from '#tests/support/catalogue.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const denver = buildLocation();
const item = buildSalesItem({ locationId: denver.id, name: 'Towel', price: 9 });
const none = { pagination: createPage(0) };

const open = (path: string, routes: Routes) =>
  renderConsole(
    path,
    {
      'GET /sales-items': () => ({ salesItems: [], ...none }),
      'GET /invoices': () => ({ invoices: [], ...none }),
      [`GET /sales-items/${item.id}`]: () => ({ salesItem: item }),
      ...routes,
    },
    { locations: [denver] },
  );
type User = ReturnType<typeof open>['user'];

const add = async (user: User) => {
  await user.type(await screen.findByLabelText(/^Name/), 'Towel');
  await user.clear(screen.getByLabelText(/^Price/));
  await user.type(screen.getByLabelText(/^Price/), '9');
  await user.click(screen.getByRole('button', { name: 'Add sales item' }));
};
const edit = async (user: User) => {
  await user.type(await screen.findByLabelText(/^Name/), ' XL');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
};
const remove = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
};

test.each([
  ['added', '/sales-items/add', 'POST /sales-items', add],
  ['updated', `/sales-items/${item.id}/edit`, `PUT /sales-items/${item.id}`, edit],
  ['deleted', `/sales-items/${item.id}`, `DELETE /sales-items/${item.id}`, remove],
])('who went to another page before a record was %s stays there, and is told', async (done, path, call, press) => {
  const answer = later<unknown>();
  const { user, api } = open(path, { [call]: () => answer.promise });
  await press(user);
  await expect.poll(() => api.to(call)).toHaveLength(1);
  await user.click(await screen.findByRole('link', { name: 'Invoices' }));
  expect(await screen.findByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible();
  answer.settle(respond(200, { salesItem: item, message: 'Done' }));
  expect(await screen.findByText(`Sales item ${done}`)).toBeVisible();
  expect(window.location.pathname).toBe('/invoices');
});
