import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';
import { stripeAccounts } from './stripe.ts';

/** Builds what changed and starts Spotter as it ships, with a stand-in for Stripe's API, with demo data, on a directory of its own. */
export default async function globalSetup() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'spotter-e2e-'));
  const port = process.env.SPOTTER_E2E_PORT ?? '';
  const stripe = await stripeDouble({ port: Number(process.env.SPOTTER_E2E_STRIPE_PORT) });
  for (const name of stripeAccounts) stripe.open(name);
  const env = { DATA_DIR: dataDirectory, PORT: port, NODE_ENV: 'production', STRIPE_API_URL: stripe.url };
  const spotter = await startSpotter({ env });
  // The workers inherit this, for the operator's commands.
  process.env.SPOTTER_E2E_ENV = JSON.stringify(env);
  return async () => {
    await spotter.end('SIGTERM');
    await stripe.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
