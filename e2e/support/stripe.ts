import type { Page } from '@playwright/test';
import { Stripe } from 'stripe';
import type { Database } from '#server/platform/database/database.ts';
import { encrypt } from '#server/platform/crypto/encryption.ts';
import { buildEvent } from '#tests/support/stripe/shapes.ts';
import { serveStripe } from '#tests/support/stripeJs/serveStripe.ts';
import { createSession } from './callApi.ts';
import type { OwnGym } from './ownGym.ts';

/** Keys of an account of this gym's own at the stand-in for Stripe. */
export const getKeys = ({ companyId }: Pick<OwnGym, 'companyId'>) => {
  const name = `gym${companyId.replaceAll('-', '')}`;
  return { stripePublishableKey: `pk_test_${name}`, stripeSecretKey: `sk_test_${name}` };
};

/** Lets this page reach the stand-ins of Stripe.js and of Stripe's API. */
export const withStripe = (page: Page) =>
  serveStripe(page.context(), `http://127.0.0.1:${process.env.SPOTTER_E2E_STRIPE_PORT}`);

/** Configures the gym's account, as its admin did long ago. */
export async function configureStripe(page: Page, gym: OwnGym): Promise<void> {
  const { token } = await createSession(page, gym.users.admin.email);
  const response = await page.request.put(`/api/companies/${gym.companyId}/stripe`, {
    headers: { authorization: `Bearer ${token}` },
    data: getKeys(gym),
  });
  if (!response.ok()) throw new Error(`Stripe was not configured: ${await response.text()}`);
}

/** Calls the stand-in of Stripe's API with the gym's secret key, as somebody does who works at Stripe itself. */
export async function atStripe<T>(
  page: Page,
  gym: OwnGym,
  method: 'GET' | 'POST',
  path: string,
  form: Record<string, string> = {},
): Promise<T> {
  const response = await page.request.fetch(`http://127.0.0.1:${process.env.SPOTTER_E2E_STRIPE_PORT}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${getKeys(gym).stripeSecretKey}` },
    ...(method === 'POST' && { form }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Tells Spotter of an event, signed with the gym's own webhook secret, as Stripe does. */
export async function tellByWebhook(
  page: Page,
  database: Database,
  { companyId }: OwnGym,
  type: Stripe.Event['type'],
  object: Stripe.Dispute,
): Promise<void> {
  const { APP_SECRET = '' } = JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as Record<string, string>;
  const secret = `whsec_${companyId}`;
  const webhook_secret_sealed = encrypt(APP_SECRET, companyId, secret);
  await database.scoped([companyId], (tx) =>
    tx.updateTable('stripe_configs').set({ webhook_secret_sealed }).where('company_id', '=', companyId).execute(),
  );
  const data = JSON.stringify(buildEvent(type, object));
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': webhooks.generateTestHeaderString({ payload: data, secret }),
  };
  const response = await page.request.post(`/api/webhooks/stripe/${companyId}`, { headers, data });
  if (!response.ok()) throw new Error(`The webhook was refused: ${response.status()} ${await response.text()}`);
}

const { webhooks } = new Stripe('sk_test_signer');
