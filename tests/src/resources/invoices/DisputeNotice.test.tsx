import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The screen's own chunks, so that no test waits for them.
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/disputes/DisputeDialog.tsx';
import type { DisputeEvidence } from '#domain/disputes/contract.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { createInvoiceDetail } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { isTabHeld } from '#tests/support/leaving.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const path = `/invoices/${id}/dispute-evidence`;
const visits = Array.from({ length: 12 }, (_, index) => ({ label: `Nov ${index + 1}, 2026`, value: 'Denver' }));
const evidence: DisputeEvidence = {
  dispute: {
    id: 'dp_1',
    status: 'needs_response',
    reason: 'product_not_received',
    amount: 81.59,
    currency: 'USD',
    openedAt: '2026-11-20T10:00:00.000Z',
    dueBy: '2026-12-04T23:59:00.000Z',
    answeredAt: null,
    answeredBy: null,
    refusal: null,
  },
  parts: [
    { part: 'customer', title: 'Customer', rows: [{ label: 'Name', value: 'Ann Oakley' }] },
    { part: 'visits', title: 'Visits', rows: visits },
  ],
};
const answered: DisputeEvidence = {
  ...evidence,
  dispute: {
    ...evidence.dispute,
    status: 'under_review',
    answeredAt: '2026-11-21T17:00:00.000Z',
    answeredBy: 'Sam Manager',
    refusal: 'This dispute was answered already',
  },
};

const show = (routes: Routes = {}, options: Parameters<typeof renderScreen>[2] = { level: 'manager' }) => {
  const detail = createInvoiceDetail({ id, status: 'paid' });
  return renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => ({
        ...detail,
        invoice: { ...detail.invoice, disputedAt: '2026-11-20T10:00:00.000Z' },
      }),
      [`GET ${path}`]: () => evidence,
      ...routes,
    },
    options,
  );
};
const open = async (routes: Routes = {}, options?: Parameters<typeof renderScreen>[2]) => {
  const page = show(routes, options);
  await page.user.click(await screen.findByRole('button', { name: 'Answer dispute' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Answer dispute' })) };
};

test('says what is disputed, why, and by when the bank wants the answer', async () => {
  show();
  expect(await screen.findByText('The cardholder disputes $81.59: Product not received')).toBeVisible();
  expect(screen.getByText(/^The bank wants the answer by Dec 4, 2026, /)).toBeVisible();
});

test('what is left out is not sent, and a note is', async () => {
  const { user, api, dialog } = await open({
    [`POST ${path}`]: () => ({ message: 'The evidence was sent to the bank', dispute: answered.dispute }),
  });
  expect(dialog.queryByText('Nov 12, 2026')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Show all 12' }));
  expect(dialog.getByText('Nov 12, 2026')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Customer' }));
  await user.type(dialog.getByLabelText('Note to the bank'), 'They called.');
  await user.click(dialog.getByRole('button', { name: 'Send to the bank' }));
  expect(await screen.findByText('The evidence was sent to the bank')).toBeVisible();
  expect(api.to(`POST ${path}`).map(({ body }) => body)).toEqual([{ parts: ['visits'], note: 'They called.' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('with everything left out nothing can be sent', async () => {
  const { user, dialog } = await open();
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
  expect(dialog.getByRole('button', { name: 'Send to the bank' })).toBeDisabled();
  expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
});

test('is taken along as one PDF', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const { user, api, dialog } = await open({ [`GET ${path}/pdf`]: () => ({}) });
  await user.click(dialog.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(api.to(`GET ${path}/pdf`).map(({ query }) => query.get('without'))).toEqual([
    'purchase,receipt,agreements,emails,policy',
  ]);
});

test('a refusal shows the server’s message', async () => {
  const { user, dialog } = await open({
    [`POST ${path}`]: () => respond(409, { message: 'The time to answer this dispute is over' }),
  });
  await user.click(dialog.getByRole('button', { name: 'Send to the bank' }));
  expect(await dialog.findByText('The time to answer this dispute is over')).toBeVisible();
});

test('once answered, it says by whom, and the file can be read but not sent', async () => {
  const { user } = show({ [`GET ${path}`]: () => answered });
  expect(await screen.findByText(/^Answered by Sam Manager on Nov 21, 2026, .* The bank decides\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'View dispute file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dispute File' }));
  expect(dialog.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Send to the bank' })).toBeNull();
});

test('an operator sees that it is disputed and asks for nothing', async () => {
  const { api } = show({}, { level: 'operator' });
  expect(await screen.findByText(/^Disputed since/)).toBeVisible();
  expect(api.to(`GET ${path}`)).toEqual([]);
});

test('what was written to the bank when the session ended is offered again after signing in', async () => {
  const first = await open();
  await first.user.click(first.dialog.getByRole('checkbox', { name: 'Customer' }));
  await first.user.type(first.dialog.getByLabelText('Note to the bank'), 'They called.');
  const account = readSession()?.user;
  act(() => expireSession());
  first.unmount();

  const again = await open({}, { level: 'manager', account });
  await again.user.click(again.dialog.getByRole('button', { name: 'Restore' }));
  expect(again.dialog.getByLabelText('Note to the bank')).toHaveValue('They called.');
  expect(again.dialog.getByRole('checkbox', { name: 'Customer' })).not.toBeChecked();
});

test('Escape does not throw an answer away without a question, and closes at once when nothing was changed', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByLabelText('Note to the bank'), 'They called.');
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without sending?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Note to the bank')).toHaveValue('They called.');
  await user.clear(dialog.getByLabelText('Note to the bank'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaving the page asks before an answer is lost', async () => {
  const { user, dialog } = await open();
  expect(isTabHeld()).toBe(false);
  await user.type(dialog.getByLabelText('Note to the bank'), 'They called.');
  expect(isTabHeld()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Back to Invoices', hidden: true }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without sending?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Note to the bank')).toHaveValue('They called.');
});

test('the dispute file closes without a question, whatever was written for it', async () => {
  const { user } = show({ [`GET ${path}`]: () => answered });
  await user.click(await screen.findByRole('button', { name: 'View dispute file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dispute File' }));
  await user.type(dialog.getByLabelText('Note to the bank'), 'They called.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Note to the bank')).toBeNull());
});
