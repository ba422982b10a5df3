import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/custom/stripe/StripeTab.tsx';
import '#src/resources/company/CompanyPage.tsx';
import { companyStripeActions } from '#src/dataProvider/company.ts';
import { readLogInNotice } from '#src/authProvider/session.ts';
import { respond, consoleApi, later, type Routes } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const config = {
  hasStripeKeys: true,
  stripePublishableKey: 'pk_live_9',
  maskedSecretKey: 'sk_live_…4242',
  hasWebhook: true,
};
const stripe = `/companies/${ironPeak.id}/stripe`;
const open = (path: string, routes: Routes = {}) =>
  renderScreen(path, { [`GET ${stripe}`]: () => ({ stripeConfig: config }), ...routes });
const nothing = { [`GET ${stripe}`]: () => respond(404, { message: 'Stripe is not configured for this company' }) };

test('shows the publishable key, a masked secret key and a configured webhook', async () => {
  open('/company/stripe');
  expect(await screen.findByText('pk_live_9')).toBeVisible();
  expect(screen.getByText('sk_live_…4242')).toBeVisible();
  expect(screen.getByText('Configured')).toBeVisible();
  expect(screen.queryByText('Test mode')).not.toBeInTheDocument();
});

test('without a public https address the webhook is shown as not configured; a pk_test_ key shows the test-mode badge', async () => {
  open('/company/stripe', {
    [`GET ${stripe}`]: () => ({ stripeConfig: { ...config, stripePublishableKey: 'pk_test_9', hasWebhook: false } }),
  });
  expect(await screen.findByText('Not configured')).toBeVisible();
  expect(screen.getByText(/no public https address/)).toBeVisible();
  expect(screen.getByText('Test mode')).toBeVisible();
});

test('404 means no configuration, and the form for the first keys is offered', async () => {
  open('/company/stripe', nothing);
  expect(await screen.findByRole('link', { name: 'Set up Stripe' })).toHaveAttribute('href', '/company/stripe/edit');
});

test('loading comes before content', async () => {
  open('/company/stripe', { [`GET ${stripe}`]: () => later().promise });
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
});

test("'Failed to load Stripe configuration. Please try again.'", async () => {
  open('/company/stripe', { [`GET ${stripe}`]: () => respond(500, {}) });
  expect(await screen.findByText('Failed to load Stripe configuration. Please try again.')).toBeVisible();
});

test("no token: 'Please log in again to continue.', and no call", async () => {
  const api = consoleApi({});
  await expect(companyStripeActions.stripeConfig(ironPeak.id)).rejects.toThrow('Please log in again to continue.');
  await expect(companyStripeActions.saveStripeKeys(ironPeak.id, {})).rejects.toThrow(
    'Please log in again to continue.',
  );
  expect(api.calls).toEqual([]);
  expect(readLogInNotice()).toBe('Please log in again to continue.');
});

test("first set-up needs both: 'Both Publishable Key and Secret Key are required for initial setup.'", async () => {
  const { user, api } = open('/company/stripe/edit', nothing);
  await user.type(await screen.findByLabelText(/^Publishable Key/), 'pk_test_1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Both Publishable Key and Secret Key are required for initial setup.')).toBeVisible();
  expect(api.to(`PUT ${stripe}`)).toEqual([]);
});

test("later at least one: 'Please enter at least one key to update the configuration.'", async () => {
  const { user, api } = open('/company/stripe/edit');
  await user.type(await screen.findByLabelText(/^Secret Key/), '   ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter at least one key to update the configuration.')).toBeVisible();
  expect(api.to(`PUT ${stripe}`)).toEqual([]);
});

test('only values that are not empty are sent, trimmed; the saved configuration shows at once', async () => {
  const saved = { ...config, maskedSecretKey: 'sk_live_…7777' };
  let stored = config;
  const { user, api } = open('/company/stripe/edit', {
    [`GET ${stripe}`]: () => ({ stripeConfig: stored }),
    [`PUT ${stripe}`]: () => ({ stripeConfig: (stored = saved) }),
  });
  await user.type(await screen.findByLabelText(/^Secret Key/), ' sk_live_7777 ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('sk_live_…7777')).toBeVisible();
  expect(screen.getByText('Stripe configuration saved')).toBeVisible();
  expect(api.to(`PUT ${stripe}`).map(({ body }) => body)).toEqual([{ stripeSecretKey: 'sk_live_7777' }]);
});

test.each([
  [
    'the server said why',
    () => respond(400, { message: 'Stripe does not know this key' }),
    'Error: Stripe does not know this key',
  ],
  [
    'it could not be reached',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to save Stripe configuration. Please try again.',
  ],
])('a failed save, %s; what was typed stays', async (_case, response, text) => {
  const { user } = open('/company/stripe/edit', { [`PUT ${stripe}`]: response });
  await user.type(await screen.findByLabelText(/^Publishable Key/), 'pk_live_1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText(/^Publishable Key/)).toHaveValue('pk_live_1');
});

test('a typed secret key is not stored in the browser', async () => {
  const { user } = open('/company/stripe/edit', { [`PUT ${stripe}`]: () => respond(401, { message: 'Unauthorized' }) });
  await user.type(await screen.findByLabelText(/^Secret Key/), 'sk_live_secret');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('sk_live_secret');
});

test('Cancel reverts and returns to view mode', async () => {
  const { user } = open('/company/stripe/edit');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('pk_live_9')).toBeVisible();
  expect(window.location.pathname).toBe('/company/stripe');
});
