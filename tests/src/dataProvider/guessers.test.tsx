import { screen } from '@testing-library/react';
import { AdminContext, EditGuesser, ListGuesser, ResourceContextProvider, ShowGuesser } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { dataProvider } from '#src/dataProvider/index.ts';
import { i18nProvider } from '#src/i18nProvider.ts';
import { consoleApi } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, buildSalesItem, ironPeak } from '#tests/support/records.ts';
import { render } from '#tests/support/unstyled.tsx';

const denver = buildLocation();
const water = buildSalesItem({ name: 'Water', price: 3, locationId: denver.id });

const open = (page: ReactNode) => {
  consoleApi({
    'GET /sales-items': () => ({ salesItems: [water], pagination: createPage(1) }),
    [`GET /sales-items/${water.id}`]: () => ({ salesItem: water }),
    'GET /locations': () => ({
      companyLocations: [],
      directLocationAccess: [{ location: denver, company: ironPeak, accessLevel: 'manager' }],
    }),
    [`GET /locations/${denver.id}`]: () => ({ location: denver, fees: [] }),
  });
  const element = (
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <ResourceContextProvider value="sales-items">{page}</ResourceContextProvider>
    </AdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('ListGuesser draws the list of a resource, with the records it refers to', async () => {
  open(<ListGuesser />);
  expect(await screen.findByRole('cell', { name: 'Water' })).toBeVisible();
});

test('ShowGuesser draws a record', async () => {
  open(<ShowGuesser id={water.id} />);
  expect(await screen.findByText('Water')).toBeVisible();
});

test('EditGuesser draws a form of the record', async () => {
  open(<EditGuesser id={water.id} />);
  expect(await screen.findByDisplayValue('Water')).toBeVisible();
});
