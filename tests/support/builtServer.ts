import { onTestFinished } from 'vitest';
import { startSpotter, type SpotterProcess } from './spotterProcess.ts';
import { stripeDouble, type StripeDouble } from './stripe/double.ts';
import { temporaryDirectory } from './temporary.ts';
import { testServer, type TestServer } from './server.ts';

/** Starts the built server as a separate process, on the database and with the Stripe of a test server; it ends with the test. */
export async function startBeside(
  { url, config }: TestServer,
  more: Record<string, string> = {},
): Promise<SpotterProcess> {
  const { appSecret, stripeApiUrl, webhookAllowedHosts = [] } = config;
  const env = {
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: url,
    APP_SECRET: appSecret,
    WEBHOOK_ALLOWED_HOSTS: webhookAllowedHosts.join(),
    ...(stripeApiUrl && { STRIPE_API_URL: stripeApiUrl }),
    ...more,
  };
  const spotter = await startSpotter({ env });
  onTestFinished(async () => void (await spotter.end('SIGKILL')));
  return spotter;
}

/** Runs a trial on a test server with a stand-in for Stripe, and closes both. */
export async function withStripe(
  trial: (own: { server: TestServer; stripe: StripeDouble }) => Promise<void>,
): Promise<void> {
  const stripe = await stripeDouble();
  const server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  try {
    await trial({ server, stripe });
  } finally {
    await server.close();
    await stripe.close();
  }
}
