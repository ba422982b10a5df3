import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The screen's own chunks, so that no test waits for them.
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/collecting/PaymentLinkDialog.tsx';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import type { User } from '#domain/auth/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { createInvoiceDetail } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const sending = `POST /invoices/${id}/payment-link`;
const made = () => respond(201, { url: 'https://gym.test/pay?token=abc', expiresAt: '2026-03-17T18:00:00.000Z' });

const open = async (routes: Routes = {}, hasStripeKeys = true, level: Level = 'admin', account?: User) => {
  const page = renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ id, status: 'overdue', paid: 0, total: 108, due: 108 }),
      [`GET /companies/${ironPeak.id}/stripe`]: () =>
        hasStripeKeys
          ? {
              stripeConfig: {
                hasStripeKeys,
                stripePublishableKey: 'pk_test_1',
                maskedSecretKey: null,
                hasWebhook: true,
              },
            }
          : respond(404, { message: 'None' }),
      ...routes,
    },
    { level, ...(account && { account }) },
  );
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await page.user.click(await screen.findByText('Send Payment Link'));
  return { ...page, copied, dialog: within(await screen.findByRole('dialog', { name: 'Send Payment Link' })) };
};

test('is sent to the contact, and says when the link ends', async () => {
  const { user, api, dialog } = await open({ [sending]: made });
  const field = dialog.getByLabelText<HTMLInputElement>('Email');
  const email = field.value;
  expect(email).toContain('@');
  expect(dialog.getByText(/pay \$108\.00 by card\. It works for 7 days/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(`Payment link sent to ${email}. It works until March 17, 2026.`)).toBeVisible();
  const [call] = api.to(sending);
  expect([call?.body, call?.headers.get('Idempotency-Key')]).toEqual([{ email }, expect.any(String)]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('another address is sent to, and a wrong one is not', async () => {
  const { user, api, dialog } = await open({ [sending]: made });
  await user.clear(dialog.getByLabelText('Email'));
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(dialog.getByText('Enter an email address, or copy the link')).toBeVisible();
  await user.type(dialog.getByLabelText('Email'), 'payer');
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(dialog.getByText('Enter a valid email address')).toBeVisible();
  expect(api.to(sending)).toEqual([]);
  await user.type(dialog.getByLabelText('Email'), '@home.test{Enter}');
  expect(await screen.findByText(/^Payment link sent to payer@home.test/)).toBeVisible();
});

test('an address that was typed is kept when the session ends, and offered again', async () => {
  const first = await open();
  await first.user.clear(first.dialog.getByLabelText('Email'));
  await first.user.type(first.dialog.getByLabelText('Email'), 'payer@home.test');
  const account = readSession()?.user;
  expireSession();
  first.unmount();

  const { user, dialog } = await open({}, true, 'admin', account);
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(dialog.getByLabelText('Email')).toHaveValue('payer@home.test');
});

test('and no longer once the link is made', async () => {
  const first = await open();
  await first.user.type(first.dialog.getByLabelText('Email'), 'x');
  const account = readSession()?.user;
  expireSession();
  first.unmount();

  const { user, dialog } = await open({ [sending]: made }, true, 'admin', account);
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await dialog.findByLabelText('Payment link');
  expect(dialog.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});

test('is copied without an email, and copied again without a new link', async () => {
  const { user, api, dialog, copied } = await open({ [sending]: made });
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await dialog.findByLabelText('Payment link')).toHaveValue('https://gym.test/pay?token=abc');
  expect(dialog.getByText('Works until March 17, 2026')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(copied).toHaveBeenCalledTimes(2);
  expect(api.to(sending).map(({ body }) => body)).toEqual([{}]);
});

test('a refusal shows the server’s message', async () => {
  const { user, dialog } = await open({ [sending]: () => respond(409, { message: 'This invoice is already paid' }) });
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This invoice is already paid');
});

test('without Stripe it says what is missing, and an admin gets the link to where it is set up', async () => {
  const { dialog, unmount } = await open({}, false);
  expect(await dialog.findByText('Cards are not set up for this company.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Send link' })).toBeNull();
  expect(dialog.getByRole('link', { name: 'Set up Stripe' })).toHaveAttribute('href', '/company/stripe');
  unmount();
  const { dialog: ofManager } = await open({}, false, 'manager');
  expect(await ofManager.findByText(/A company admin can connect Stripe under Company\.$/)).toBeVisible();
  expect(ofManager.queryByRole('link', { name: 'Set up Stripe' })).toBeNull();
});
