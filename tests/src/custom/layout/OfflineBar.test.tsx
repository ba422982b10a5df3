import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';
import '#src/resources/contacts/ContactList.tsx';

const bar = () => screen.queryByText(/^You are offline\./);

test('without a network the page says so, and no longer once it is back', async () => {
  renderConsole('/training');
  await screen.findByRole('heading', { level: 1 });
  expect(bar()).not.toBeInTheDocument();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(bar()).toBeVisible();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(bar()).not.toBeInTheDocument());
});

test('a server that does not answer is reported too, and the page is refetched when it does', async () => {
  let isDown = true;
  const lost = () => {
    if (isDown) throw new TypeError('Failed to fetch');
  };
  renderConsole('/contacts', {
    'GET /contacts': () => (lost(), { contacts: [], pagination: createPage(0) }),
    'GET /contacts/tags': () => (lost(), { tags: [] }),
    'GET /health': () => (lost(), { status: 'ok' }),
  });
  expect(await screen.findByText(/^You are offline\./)).toBeVisible();
  isDown = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('No contacts found')).toBeVisible();
  expect(bar()).not.toBeInTheDocument();
});
