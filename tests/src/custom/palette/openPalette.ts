import { screen, within } from '@testing-library/react';
import type { Routes } from '#tests/support/consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createInvoice,
  createPage,
  createPlan,
  buildSalesItem,
} from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

export const denver = buildLocation();
export const phoenix = buildLocation({ name: 'Iron Peak Phoenix', timezone: 'America/Phoenix' });
export const maya = buildContact();
export const plan = createPlan({ name: 'Maya’s Plan' });
export const item = buildSalesItem({ name: 'Mayan Water' });
export const invoice = createInvoice();

export const lists: Routes = {
  'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }),
  'GET /memberships': () => ({ memberships: [{ membership: plan, location: null }], pagination: createPage(1) }),
  'GET /sales-items': () => ({ salesItems: [item], pagination: createPage(1) }),
  'GET /invoices': () => ({ invoices: [{ invoice, contact: maya }], pagination: createPage(1) }),
};
export const found = ['Maya Okaforma', 'Maya’s Plan', 'Mayan Water', 'Maya Okafor'] as const;

export const opened = async (
  routes: Routes = lists,
  place: Parameters<typeof renderConsole>[2] = { locations: [denver] },
) => {
  const rendered = renderConsole('/training', routes, place);
  await screen.findByRole('heading', { level: 1 });
  await rendered.user.keyboard('{Control>}k{/Control}');
  return { ...rendered, field: await screen.findByRole('combobox', { name: 'Search' }) };
};
export const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
export const inGroup = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');
export const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
