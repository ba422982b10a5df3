import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '#src/resources/contacts/ContactList.tsx';
import { later } from '#tests/support/consoleApi.ts';
import { createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const fetched = later<void>();
vi.mock('#src/custom/palette/PaletteDialog.tsx', async (original) => {
  await fetched.promise;
  return original();
});

test('what is typed right after Ctrl and K goes into the palette, and not into the field behind', async () => {
  const { user } = renderConsole(
    '/contacts',
    { 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) },
    { level: 'operator' },
  );
  const behind = await screen.findByRole('searchbox', { name: 'Search contacts' });
  await user.click(behind);
  await user.keyboard('{Control>}k{/Control}invo');
  expect(behind).toHaveValue('');
  fetched.settle();
  const field = await screen.findByRole('combobox', { name: 'Search' });
  expect(field).toHaveValue('invo');
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('i');
  expect(field).toHaveValue('invoi');
});
