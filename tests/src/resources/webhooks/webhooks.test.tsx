import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { WebhookDelivery, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import '#src/resources/webhooks/WebhookDialog.tsx';
import '#src/resources/webhooks/WebhookList.tsx';
import '#src/resources/webhooks/WebhookShow.tsx';
import { lostOnce, readKeys, respond } from '#tests/support/consoleApi.ts';
import { createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = '01900000-0000-7000-8000-00000000d001';
const deliveryId = '01900000-0000-7000-8000-00000000d002';

const createEndpoint = (change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id,
  companyId: ironPeak.id,
  url: 'https://hooks.example.com/spotter',
  description: 'Mailing list',
  types: null,
  locationIds: null,
  status: 'active',
  disabledReason: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...change,
});
const createDelivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: deliveryId,
  event: { id: deliveryId, type: 'invoice.paid', timestamp: '2026-03-02T10:00:00.000Z' },
  state: 'delivered',
  attempts: 1,
  attemptedAt: '2026-03-02T10:00:01.000Z',
  nextAttemptAt: null,
  status: 200,
  milliseconds: 75,
  answer: 'ok',
  ...change,
});

const list = (endpoints: WebhookEndpoint[]) => ({
  'GET /webhook-endpoints': () => ({ endpoints, pagination: createPage(endpoints.length) }),
});
const show = (endpoint: WebhookEndpoint, deliveries: WebhookDelivery[] = [], routes = {}) =>
  renderScreen(`/settings/webhooks/${id}`, {
    [`GET /webhook-endpoints/${id}`]: () => ({ endpoint }),
    [`GET /webhook-endpoints/${id}/deliveries`]: () => ({ deliveries, pagination: createPage(deliveries.length) }),
    ...routes,
  });

test('the list says where events go, which, and whether they arrive', async () => {
  renderScreen(
    '/settings/webhooks',
    list([createEndpoint({ types: ['invoice.paid', 'checkin.denied'], status: 'failing' })]),
  );
  expect(await screen.findByRole('row', { name: /Mailing list/ })).toHaveTextContent(
    /https:\/\/hooks\.example\.com\/spotter2 eventsFailing/,
  );
});

test('an added webhook gets all events unless some are chosen, and its secret is shown once', async () => {
  const user = userEvent.setup();
  const { api } = renderScreen('/settings/webhooks', {
    ...list([]),
    'POST /webhook-endpoints': () => respond(201, { endpoint: createEndpoint(), secret: 'whsec_c2VjcmV0' }),
    [`GET /webhook-endpoints/${id}`]: () => ({ endpoint: createEndpoint() }),
    [`GET /webhook-endpoints/${id}/deliveries`]: () => ({ deliveries: [], pagination: createPage(0) }),
  });
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create a webhook' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  await user.type(dialog.getByRole('textbox', { name: /^URL/ }), 'hooks.example.com');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Enter a URL that starts with https://')).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: /^URL/ }));
  await user.type(dialog.getByRole('textbox', { name: /^URL/ }), 'https://hooks.example.com/spotter');
  await user.click(dialog.getByRole('combobox', { name: 'Events' }));
  await user.click(await screen.findByRole('option', { name: 'invoice.paid' }));
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const secret = within(await screen.findByRole('dialog', { name: 'Signing Secret' }));
  expect(secret.getByRole('textbox', { name: 'Signing secret' })).toHaveValue('whsec_c2VjcmV0');
  expect(api.to('POST /webhook-endpoints')[0]?.body).toEqual({
    companyId: ironPeak.id,
    url: 'https://hooks.example.com/spotter',
    description: '',
    types: ['invoice.paid'],
    locationIds: null,
  });
  await user.click(secret.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Nothing sent yet')).toBeVisible();
});

test('what the server refuses stands at the URL', async () => {
  const user = userEvent.setup();
  const message = 'Webhooks are not sent there: 10.0.0.5 is in a private network';
  renderScreen('/settings/webhooks', {
    ...list([]),
    'POST /webhook-endpoints': () => respond(400, { message, errors: { url: message } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  await user.type(dialog.getByRole('textbox', { name: /^URL/ }), 'https://10.0.0.5/');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /^URL/ })).toBeInvalid());
  expect(dialog.getAllByText(message).length).toBeGreaterThan(0);
});

test('each delivery says its event, its answer and what comes next', async () => {
  show(createEndpoint({ status: 'failing', failingSince: '2026-03-02T10:00:00.000Z' }), [
    createDelivery(),
    createDelivery({
      id,
      state: 'pending',
      attempts: 3,
      status: 500,
      milliseconds: 1_204,
      answer: 'down',
      nextAttemptAt: '2026-03-02T12:00:00.000Z',
    }),
    createDelivery({
      id: ironPeak.id,
      state: 'failed',
      attempts: 10,
      status: null,
      answer: 'No answer within 15 seconds',
    }),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
  const [, delivered, retrying, failed] = table.getAllByRole('row');
  expect(delivered).toHaveTextContent(/invoice\.paid.*Delivered.*200 · 75 ms/);
  expect(retrying).toHaveTextContent(/Retrying.*500 · 1,204 ms · 3 attempts.*Next attempt.*down/);
  expect(failed).toHaveTextContent(/Failed.*No answer · 75 ms · 10 attempts.*No answer within 15 seconds/);
  expect(screen.getByText(/Nothing could be delivered since/)).toBeVisible();
});

test('Test and Resend send again, and are not offered while the webhook is off', async () => {
  const user = userEvent.setup();
  const { api, unmount } = show(createEndpoint(), [createDelivery()], {
    [`POST /webhook-endpoints/${id}/test`]: () => respond(202, { delivery: createDelivery({ state: 'pending' }) }),
    [`POST /webhook-endpoints/${id}/deliveries/${deliveryId}/resend`]: () =>
      respond(202, { delivery: createDelivery() }),
  });
  await user.click(await screen.findByRole('button', { name: 'Resend invoice.paid' }));
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
  unmount();
  show(createEndpoint({ status: 'disabled', disabledReason: 'gone' }), [createDelivery()]);
  expect(await screen.findByRole('button', { name: 'Resend invoice.paid' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Test' })).toBeDisabled();
  expect(screen.getByText(/the receiver answered that it is gone for good/)).toBeVisible();
});

test('the secret is replaced after a question, and the new one is shown', async () => {
  const user = userEvent.setup();
  show(createEndpoint(), [], {
    [`POST /webhook-endpoints/${id}/rotate-secret`]: () => ({ endpoint: createEndpoint(), secret: 'whsec_bmV3' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Webhook actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Replace secret' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Replace the signing secret?' }));
  await user.click(question.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByRole('textbox', { name: 'Signing secret' })).toHaveValue('whsec_bmV3');
});

test('after a lost answer a webhook is added once, and its secret is replaced once', async () => {
  const user = userEvent.setup();
  const created = () => respond(201, { endpoint: createEndpoint(), secret: 'whsec_c2VjcmV0' });
  const { api } = renderScreen('/settings/webhooks', {
    ...list([]),
    'POST /webhook-endpoints': lostOnce(created),
    [`POST /webhook-endpoints/${id}/rotate-secret`]: lostOnce(created),
    [`GET /webhook-endpoints/${id}`]: () => ({ endpoint: createEndpoint() }),
    [`GET /webhook-endpoints/${id}/deliveries`]: () => ({ deliveries: [], pagination: createPage(0) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  await user.type(dialog.getByRole('textbox', { name: /^URL/ }), 'https://hooks.example.com/spotter');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('It is done only once.');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Signing Secret' })).getByRole('button', { name: 'Done' }),
  );
  const replace = async () => {
    await user.click(await screen.findByRole('button', { name: 'Webhook actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Replace secret' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Replace the signing secret?' })).getByRole('button', {
        name: 'Replace',
      }),
    );
  };
  await replace();
  expect(await screen.findByText(/It is done only once\.$/)).toBeVisible();
  await replace();
  expect(await screen.findByRole('dialog', { name: 'Signing Secret' })).toBeVisible();
  for (const call of ['POST /webhook-endpoints', `POST /webhook-endpoints/${id}/rotate-secret`]) {
    const [first, second] = readKeys(api.to(call));
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(second).toBe(first);
  }
});

test('a secret that was not copied is closed after a question', async () => {
  const user = userEvent.setup();
  show(createEndpoint(), [], {
    [`POST /webhook-endpoints/${id}/rotate-secret`]: () => ({ endpoint: createEndpoint(), secret: 'whsec_bmV3' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Webhook actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Replace secret' }));
  const replacing = within(await screen.findByRole('alertdialog', { name: 'Replace the signing secret?' }));
  await user.click(replacing.getByRole('button', { name: 'Replace' }));
  await screen.findByRole('dialog', { name: 'Signing Secret' });
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without copying?' }));
  await user.click(question.getByRole('button', { name: 'Keep it open' }));
  expect(await screen.findByRole('textbox', { name: 'Signing secret' })).toBeVisible();
});
