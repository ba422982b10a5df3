import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '#server/platform/database/postgres/cluster.ts';
import { throwaway } from '#server/platform/database/postgres/settings.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';
import { passwordHash } from './ownGym.ts';
import { startScaledOut } from './scaledOut.ts';

/**
 * Builds what changed and starts Spotter with demo data on a PostgreSQL and a directory of its own, with a stand-in for
 * Stripe's API. With `SPOTTER_E2E_SCALE_OUT` it is two Spotters behind a balancer, and the tests do not know.
 */
export default async function globalSetup() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const directory = await mkdtemp(join(tmpdir(), 'spotter-e2e-'));
  const stripe = await stripeDouble({ port: Number(process.env.SPOTTER_E2E_STRIPE_PORT), opensAnyAccount: true });
  const postgres = await openCluster({ dataDirectory: join(directory, 'cluster'), settings: throwaway });
  const port = process.env.SPOTTER_E2E_PORT ?? '';
  const shared = {
    NODE_ENV: 'production',
    DEMO_DATA: 'on',
    STRIPE_API_URL: stripe.url,
    DATABASE_URL: postgres.url,
    APP_SECRET: 'one secret for all of them, 32 characters',
  };
  const start = process.env.SPOTTER_E2E_SCALE_OUT ? startScaledOut : startAlone;
  const { env, stop } = await start({ directory, port, env: shared });
  await hashCheaply(postgres.url);
  // The workers inherit this, for the operator's commands and for the gyms that tests make.
  process.env.SPOTTER_E2E_ENV = JSON.stringify(env);
  return async () => {
    await stop();
    await postgres.stop();
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
  const env = { ...given, DATA_DIR: join(directory, 'spotter'), PORT: port };
  const spotter = await startSpotter({ env });
  return { env, stop: () => spotter.end('SIGTERM') };
}

/** A hundred sign-ins at the demo would take half a minute of a core with the hashes that ship. */
async function hashCheaply(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  await database.unscoped
    .updateTable('users')
    .set({ password_hash: await passwordHash() })
    .execute();
  await database.close();
}
