import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Reconciliation } from '#domain/reconciliations/contract.ts';
import '#src/resources/reconciliations/ReconcileDialog.tsx';
import '#src/resources/reconciliations/ReconciliationList.tsx';
import '#src/resources/reconciliations/ReconciliationShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = '01900000-0000-7000-8000-00000000c001';
const invoiceId = '01900000-0000-7000-8000-00000000c002';
const drawerId = '01900000-0000-7000-8000-00000000c003';

const createReconciliation = (change: Partial<Reconciliation> = {}): Reconciliation => ({
  id,
  companyId: ironPeak.id,
  at: '2026-03-03T10:00:00.000Z',
  startedBy: null,
  from: '2026-03-02',
  to: '2026-03-02',
  status: 'completed',
  finishedAt: '2026-03-03T10:00:01.000Z',
  failure: null,
  tryAgainAt: null,
  matched: 12,
  differenceCount: 0,
  fees: 9.4,
  payouts: 310.2,
  hasStripe: true,
  isTestMode: true,
  differences: [],
  ...change,
});
const found = createReconciliation({
  differenceCount: 3,
  differences: [
    { kind: 'only_at_stripe', amount: -5, detail: 'Spotter has no such payment', stripeId: 'ch_1' },
    { kind: 'ledger', amount: 1, detail: 'The invoice has $10.00 as paid, the ledger has $9.00', invoiceId },
    { kind: 'ledger', amount: 1, detail: 'The drawer has $10.00 as cash sales, the ledger has $9.00', drawerId },
  ],
});
const show = (reconciliation: Reconciliation) =>
  renderScreen(`/reconciliations/${id}`, { [`GET /reconciliations/${id}`]: () => ({ reconciliation }) });

test('the list says which days were compared, by whom, and what came of it', async () => {
  const rows = [
    createReconciliation({
      id: invoiceId,
      from: '2026-03-01',
      to: '2026-03-03',
      status: 'failed',
      startedBy: 'Ana Ruiz',
    }),
    found,
    createReconciliation({ id: ironPeak.id, from: '2026-03-01', to: '2026-03-01' }),
  ];
  const { api } = renderScreen('/reconciliations', {
    'GET /reconciliations': () => ({ reconciliations: rows, pagination: createPage(3) }),
  });
  expect(await screen.findByRole('row', { name: /Mar 2, 2026/ })).toHaveTextContent(/Every night3 discrepancies12/);
  expect(screen.getByRole('row', { name: /Mar 1 – Mar 3, 2026/ })).toHaveTextContent(/Ana RuizFailed—/);
  expect(screen.getByRole('row', { name: /^Mar 1, 2026 Mar/ })).toHaveTextContent(/Everything matches/);
  expect(screen.getByRole('link', { name: 'Mar 2, 2026' })).toHaveAttribute('href', `/reconciliations/${id}`);
  expect(api.to('GET /reconciliations')[0]?.query.get('companyId')).toBe(ironPeak.id);
});

test('each difference says what differs and leads to the invoice, the drawer, and to Stripe in a new tab', async () => {
  show(found);
  const table = within(await screen.findByRole('table', { name: 'Discrepancies' }));
  const [, stripes, ours, drawers] = table.getAllByRole('row');
  expect(stripes).toHaveTextContent(/Only in Stripe Spotter has no such payment.*−\$5\.00/);
  const link = within(stripes!).getByRole('link', { name: /Open Stripe/ });
  expect(link).toHaveAttribute('href', 'https://dashboard.stripe.com/test/payments/ch_1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(within(ours!).getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', `/invoices/${invoiceId}`);
  expect(within(drawers!).getByRole('link', { name: 'View drawer' })).toHaveAttribute('href', `/drawers/${drawerId}`);
});

test('without a difference everything matches; without Stripe it says what was compared', async () => {
  show(createReconciliation({ hasStripe: false }));
  expect(await screen.findByRole('heading', { name: 'Everything matches' })).toBeVisible();
  expect(screen.getByText('The ledger agrees with every invoice, payment and cash drawer.')).toBeVisible();
  expect(
    screen.getByText('This company has no Stripe account in Spotter. Only the ledger and the cash were compared.'),
  ).toBeVisible();
});

test('one that failed says why, and when it is tried again', async () => {
  show(
    createReconciliation({
      status: 'failed',
      failure: 'Stripe did not answer',
      tryAgainAt: '2026-03-03T11:00:00.000Z',
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Stripe did not answer. It is tried again at Mar 3, 2026, 4:00 AM.',
  );
});

test('one that failed lists what the ledger and the cash alone showed', async () => {
  show(createReconciliation({ ...found, status: 'failed', failure: 'Stripe did not answer', hasStripe: false }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Stripe did not answer.');
  expect(screen.getByText(/^Only the ledger and the cash were compared\. Amounts are/)).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Discrepancies' })).getAllByRole('row')).toHaveLength(4);
});

test('one that is running is read again until its result is there', async () => {
  let status: Reconciliation['status'] = 'running';
  const { api } = renderScreen(`/reconciliations/${id}`, {
    [`GET /reconciliations/${id}`]: () => ({ reconciliation: createReconciliation({ status }) }),
  });
  expect(await screen.findByRole('progressbar', { name: 'Comparing' })).toBeVisible();
  status = 'completed';
  expect(await screen.findByRole('heading', { name: 'Everything matches' })).toBeVisible();
  expect(api.to(`GET /reconciliations/${id}`).length).toBeGreaterThan(1);
});

test('the list is read again while one of them is running', async () => {
  let status: Reconciliation['status'] = 'running';
  renderScreen('/reconciliations', {
    'GET /reconciliations': () => ({ reconciliations: [createReconciliation({ status })], pagination: createPage(1) }),
  });
  expect(await screen.findByText('Running')).toBeVisible();
  status = 'completed';
  expect(await screen.findByText('Everything matches')).toBeVisible();
});

test('a company admin starts one and is taken to it; a refusal stays in the dialog', async () => {
  let isRefused = true;
  const refusal = { message: 'A reconciliation of this company is running. Start another one when it is done' };
  const { user, api } = renderScreen('/reconciliations', {
    'GET /reconciliations': () => ({ reconciliations: [], pagination: createPage(0) }),
    'POST /reconciliations': () =>
      isRefused ? respond(409, refusal) : respond(202, { reconciliation: createReconciliation() }),
    [`GET /reconciliations/${id}`]: () => ({ reconciliation: createReconciliation() }),
  });
  expect(await screen.findByText('No reconciliation yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start the first one' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reconcile now' }));
  await user.click(dialog.getByRole('button', { name: 'Reconcile' }));
  expect(await dialog.findByText(refusal.message)).toBeVisible();
  isRefused = false;
  await user.click(dialog.getByRole('button', { name: 'Reconcile' }));
  expect(await screen.findByRole('heading', { name: 'Everything matches' })).toBeVisible();
  expect(api.to('POST /reconciliations').at(-1)?.body).toEqual({
    companyId: ironPeak.id,
    from: expect.any(String),
    to: expect.any(String),
  });
});

test('started on the page of another one, it closes and shows the new one', async () => {
  const { user } = renderScreen(`/reconciliations/${invoiceId}`, {
    [`GET /reconciliations/${invoiceId}`]: () => ({
      reconciliation: createReconciliation({ id: invoiceId, status: 'failed', failure: 'Stripe did not answer' }),
    }),
    'POST /reconciliations': () => respond(202, { reconciliation: createReconciliation() }),
    [`GET /reconciliations/${id}`]: () => ({ reconciliation: createReconciliation() }),
  });
  await user.click(await screen.findByRole('button', { name: 'Reconcile now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reconcile now' });
  await user.click(within(dialog).getByRole('button', { name: 'Reconcile' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByRole('heading', { name: 'Everything matches' })).toBeVisible();
});

test('managers read it and have no button', async () => {
  renderScreen(
    '/reconciliations',
    { 'GET /reconciliations': () => ({ reconciliations: [], pagination: createPage(0) }) },
    { level: 'manager' },
  );
  expect(await screen.findByText('No reconciliation yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Reconcile now|Start the first one/ })).not.toBeInTheDocument();
});

test('the page is locked below the manager level', async () => {
  const { api } = renderScreen('/reconciliations', {}, { level: 'operator' });
  expect(await screen.findByRole('heading', { name: 'Reconciliation is not available' })).toBeVisible();
  expect(api.to('GET /reconciliations')).toEqual([]);
});
