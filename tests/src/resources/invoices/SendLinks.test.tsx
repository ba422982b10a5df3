import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { whoOwes } from '#src/paths.ts';
import { createInvoiceRow } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { isTabHeld, leaveFor } from '#tests/support/leaving.ts';
import { createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const ids = [1, 2, 3].map((last) => `018f0000-0000-7000-8000-00000000000${last}`);
const owing = (index: number, firstName: string, email: string, due: number) => {
  const row = createInvoiceRow({ id: ids[index] ?? '', status: 'open', due, number: `DEN-1000${index + 1}` });
  return { ...row, contact: { ...row.contact, firstName, lastName: 'Oakley', email } };
};
const rows = [owing(0, 'Ann', 'ann@member.test', 54), owing(1, 'Ben', '', 20), owing(2, 'Cid', 'cid@member.test', 6)];

const stripe = `GET /companies/${ironPeak.id}/stripe`;

async function openDialog(routes: Routes = {}, options: Parameters<typeof renderScreen>[2] = {}) {
  const opened = renderScreen(
    whoOwes,
    {
      'GET /invoices': () => ({ invoices: rows, pagination: createPage(rows.length) }),
      [stripe]: () => ({
        stripeConfig: {
          hasStripeKeys: true,
          stripePublishableKey: 'pk_test_1',
          maskedSecretKey: null,
          hasWebhook: true,
        },
      }),
      ...routes,
    },
    options,
  );
  await screen.findByText('$80.00 outstanding');
  return opened;
}

test('links to all who owe are sent in three actions; who has no email address says so', async () => {
  const link = { url: 'https://spotter.test/pay?token=x', expiresAt: '2026-12-03T12:00:00.000Z' };
  const { user, api } = await openDialog(
    Object.fromEntries(ids.map((id) => [`POST /invoices/${id}/payment-link`, () => respond(201, link)])),
  );
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
  expect(dialog.getByRole('checkbox', { name: /Ben Oakley.*No email address/ })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Send 2 Links' }));
  expect(await dialog.findByText('2 links sent')).toBeVisible();
  const [ann] = api.to(`POST /invoices/${ids[0]}/payment-link`);
  expect(ann?.body).toEqual({ email: 'ann@member.test' });
  expect(api.to(`POST /invoices/${ids[1]}/payment-link`)).toEqual([]);
  expect(api.to(`POST /invoices/${ids[2]}/payment-link`)).toHaveLength(1);
});

test('where cards are not set up the dialog says so, and offers no link that would be refused', async () => {
  const { user } = await openDialog({ [stripe]: () => respond(404, { message: 'None' }) });
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
  expect(await dialog.findByText(/^Cards are not set up for this company/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull();
});

test('where Stripe’s settings cannot be read links can be sent', async () => {
  const { user } = await openDialog({ [stripe]: () => respond(503, { message: 'The database is away' }) });
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
  expect(await dialog.findByRole('button', { name: 'Send 2 Links' })).toBeEnabled();
  expect(dialog.queryByText(/^Cards are not set up/)).toBeNull();
});

test('one that failed says why and is sent again with its key; who is left out gets none', async () => {
  let isAway = true;
  const { user, api } = await openDialog({
    [`POST /invoices/${ids[0]}/payment-link`]: () =>
      isAway
        ? respond(503, { message: 'The database is away' })
        : respond(201, { url: 'x', expiresAt: '2026-12-03T12:00:00.000Z' }),
  });
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
  await user.click(dialog.getByRole('checkbox', { name: /Cid Oakley/ }));
  await user.click(dialog.getByRole('button', { name: 'Send 1 Link' }));
  expect(await dialog.findByText('The database is away')).toBeVisible();
  expect(await dialog.findByRole('alert')).toHaveTextContent('1 link not sent. Send again: nobody gets a second one.');
  isAway = false;
  await user.click(dialog.getByRole('button', { name: 'Send 1 Link' }));
  expect(await dialog.findByText('Sent to ann@member.test')).toBeVisible();
  const keys = api.to(`POST /invoices/${ids[0]}/payment-link`).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Done' })).toBeEnabled());
});

test('after a lost answer the same link is sent again under its key, also when the dialog was closed; after a refusal under a new one', async () => {
  const answers = [
    respond(409, { message: 'Cards are not set up' }),
    'lost',
    { url: 'x', expiresAt: '2026-12-03T12:00:00.000Z' },
  ];
  const { user, api } = await openDialog({
    [`POST /invoices/${ids[0]}/payment-link`]: () => {
      const answer = answers.shift();
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  const send = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
    await user.click(dialog.getByRole('button', { name: /^Send \d/ }));
    return dialog;
  };
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const first = within(await screen.findByRole('dialog'));
  await user.click(first.getByRole('checkbox', { name: /Cid Oakley/ }));
  await send();
  expect(await first.findByText('Cards are not set up')).toBeVisible();
  await send();
  expect(await first.findByText(/^The connection was lost/)).toBeVisible();
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('checkbox', { name: /Cid Oakley/ }));
  await send();
  expect(await again.findByText('Sent to ann@member.test')).toBeVisible();
  const [refused, lost, sent] = api
    .to(`POST /invoices/${ids[0]}/payment-link`)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(lost).not.toBe(refused);
  expect(sent).toBe(lost);
});

test('a user who leaves the page while links are sent is told how it ended, and is asked before the tab is closed', async () => {
  let answer: (response: unknown) => void = () => undefined;
  const link = { url: 'x', expiresAt: '2026-12-03T12:00:00.000Z' };
  const { user } = await openDialog({
    [`POST /invoices/${ids[0]}/payment-link`]: () => new Promise((resolve) => (answer = resolve)),
    [`POST /invoices/${ids[2]}/payment-link`]: () => respond(409, { message: 'Cards are not set up' }),
  });
  await user.click(screen.getByRole('button', { name: 'Send links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send payment links' }));
  await user.click(dialog.getByRole('button', { name: 'Send 2 Links' }));
  await waitFor(() => expect(isTabHeld()).toBe(true));
  leaveFor('/checkins');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  answer(respond(201, link));
  expect(await screen.findByText('1 link sent, 1 not sent')).toBeVisible();
});
