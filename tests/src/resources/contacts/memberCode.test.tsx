import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { respond } from '#tests/support/consoleApi.ts';
import { at, opened } from '#tests/support/contactPage.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>';
const codeOf = (code: string) => ({ code, qr: svg, barcode: svg });

test('the code is fetched when it is asked for, and shown as a QR code, a bar code and text', async () => {
  const { user, api } = opened(at, { [`GET ${at}/code`]: () => codeOf('ABCDEFGHJK29') });
  expect(api.to(`GET ${at}/code`)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Show code' }));
  expect(await screen.findByText('ABCD EFGH JK29')).toBeVisible();
  expect(screen.getByRole('img', { name: 'QR code' })).toHaveAttribute(
    'src',
    expect.stringContaining('data:image/svg'),
  );
  expect(screen.getByRole('img', { name: 'Bar code' })).toBeVisible();
});

test('a card with the name and the code is printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = opened(at, { [`GET ${at}/code`]: () => codeOf('ABCDEFGHJK29') });
  await user.click(await screen.findByRole('button', { name: 'Show code' }));
  await user.click(await screen.findByRole('button', { name: 'Print card' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('.member-card')).toHaveTextContent('Maya OkaforABCD EFGH JK29');
  print.mockRestore();
});

test('a new code is made after a question, and replaces the old one on the page', async () => {
  let code = 'ABCDEFGHJK29';
  const { user, api } = opened(at, {
    [`GET ${at}/code`]: () => codeOf(code),
    [`POST ${at}/code`]: () => {
      code = 'MNPQRSTUVW34';
      return respond(201, { ...codeOf(code), message: 'New code made. The old one no longer works.' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show code' }));
  await user.click(await screen.findByRole('button', { name: 'New code' }));
  expect(screen.getByText('The old one no longer works.')).toBeVisible();
  const [, confirm] = screen.getAllByRole('button', { name: 'New code', hidden: true });
  await user.click(confirm as HTMLElement);
  expect(await screen.findByText('MNPQ RSTU VW34')).toBeVisible();
  expect(screen.queryByText('ABCD EFGH JK29')).toBeNull();
  expect(api.to(`POST ${at}/code`)).toHaveLength(1);
});

test('the code is emailed, and the page says to whom', async () => {
  const { user, api } = opened(at, {
    [`GET ${at}/code`]: () => codeOf('ABCDEFGHJK29'),
    [`POST ${at}/code/email`]: () => ({ message: 'The code is sent to maya@example.test' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show code' }));
  await user.click(await screen.findByRole('button', { name: 'Email code' }));
  expect(await screen.findByText('The code is sent to maya@example.test')).toBeVisible();
  const [call, ...others] = api.to(`POST ${at}/code/email`);
  expect(others).toEqual([]);
  expect(call?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('that the code cannot be emailed now is said', async () => {
  const message = 'Too many codes were sent. Please try again later.';
  const { user } = opened(at, {
    [`GET ${at}/code`]: () => codeOf('ABCDEFGHJK29'),
    [`POST ${at}/code/email`]: () => respond(429, { message }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show code' }));
  await user.click(await screen.findByRole('button', { name: 'Email code' }));
  expect(await screen.findByText(message)).toBeVisible();
});
