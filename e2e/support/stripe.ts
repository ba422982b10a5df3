import type { Page } from '@playwright/test';
import { serveStripe } from '#tests/support/stripeJs/serveStripe.ts';
import { callApi } from './callApi.ts';

/** The accounts that the stand-in for Stripe knows: one a demo company. */
export const stripeAccounts = ['ironpeak', 'harbor'] as const;
type StripeAccountName = (typeof stripeAccounts)[number];

export const keysOf = (name: StripeAccountName) => ({ stripePublishableKey: `pk_test_${name}`, stripeSecretKey: `sk_test_${name}` });

/** Lets this page reach the stand-ins of Stripe.js and of Stripe's API. */
export const withStripe = (page: Page) => serveStripe(page.context(), `http://127.0.0.1:${process.env.SPOTTER_E2E_STRIPE_PORT}`);

/** Configures Iron Peak's account, as its admin did long ago; the page is signed in as that admin. */
export async function configureStripe(page: Page): Promise<void> {
  const { companies } = await callApi<{ companies: { company: { id: string } }[] }>(page, 'GET', '/companies');
  await callApi(page, 'PUT', `/companies/${companies[0]?.company.id}/stripe`, keysOf('ironpeak'));
}
