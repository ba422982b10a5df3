import type { Page } from '@playwright/test';
import { serveStripe } from '#tests/support/stripeJs/serveStripe.ts';
import { sessionOf } from './callApi.ts';
import type { OwnGym } from './ownGym.ts';

/** Keys of an account of this gym's own at the stand-in for Stripe. */
export const keysOf = ({ companyId }: Pick<OwnGym, 'companyId'>) => {
  const name = `gym${companyId.replaceAll('-', '')}`;
  return { stripePublishableKey: `pk_test_${name}`, stripeSecretKey: `sk_test_${name}` };
};

/** Lets this page reach the stand-ins of Stripe.js and of Stripe's API. */
export const withStripe = (page: Page) => serveStripe(page.context(), `http://127.0.0.1:${process.env.SPOTTER_E2E_STRIPE_PORT}`);

/** Configures the gym's account, as its admin did long ago. */
export async function configureStripe(page: Page, gym: OwnGym): Promise<void> {
  const { token } = await sessionOf(page, gym.users.admin.email);
  const answer = await page.request.put(`/api/companies/${gym.companyId}/stripe`, { headers: { authorization: `Bearer ${token}` }, data: keysOf(gym) });
  if (!answer.ok()) throw new Error(`Stripe was not configured: ${await answer.text()}`);
}
