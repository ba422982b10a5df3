import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';
import { startScaledOut } from './scaledOut.ts';
import { stripeAccounts } from './stripe.ts';

/**
 * Builds what changed and starts Spotter as it ships, with a stand-in for Stripe's API, with demo data, on a directory of
 * its own. With `SPOTTER_E2E_SCALE_OUT` it is two Spotters behind a balancer, and the tests do not know.
 */
export default async function globalSetup() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const directory = await mkdtemp(join(tmpdir(), 'spotter-e2e-'));
  const stripe = await stripeDouble({ port: Number(process.env.SPOTTER_E2E_STRIPE_PORT) });
  for (const name of stripeAccounts) stripe.open(name);
  const port = process.env.SPOTTER_E2E_PORT ?? '';
  const start = process.env.SPOTTER_E2E_SCALE_OUT ? startScaledOut : startAlone;
  const { env, stop } = await start({ directory, port, env: { NODE_ENV: 'production', DEMO_DATA: 'on', STRIPE_API_URL: stripe.url } });
  // The workers inherit this, for the operator's commands.
  process.env.SPOTTER_E2E_ENV = JSON.stringify(env);
  return async () => {
    await stop();
    await stripe.close();
    await rm(directory, { recursive: true, force: true });
  };
}

export interface StartOptions {
  readonly directory: string;
  readonly port: string;
  readonly env: Record<string, string>;
}

async function startAlone({ directory, port, env: given }: StartOptions) {
  const env = { ...given, DATA_DIR: directory, PORT: port };
  const spotter = await startSpotter({ env });
  return { env, stop: () => spotter.end('SIGTERM') };
}
