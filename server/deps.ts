import type { Database } from '#server/db/database.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { LiveCheckins } from '#server/live/liveCheckins.ts';
import type { FileStore } from '#server/files/store.ts';

/** What the API is built from; tests hand in their own. */
export interface Deps {
  config: AppConfig;
  database: Database;
  mailer: Mailer;
  files: FileStore;
  live: LiveCheckins;
  clock: () => Date;
  /** The signed address of a stored file, for answers; null stays null. */
  urlOf: (key: string | null) => string | null;
}

/** What a caller hands to `buildApp`, which makes the rest. */
export type Parts = Omit<Deps, 'urlOf'>;

export interface AppConfig {
  /** Signs tokens and file addresses, seals Stripe secrets. */
  appSecret: string;
  /** Where people reach Spotter, without a slash at the end. */
  publicUrl: string;
  /** Addresses of proxies whose `X-Forwarded-For` counts; empty for none. */
  trustProxy: readonly string[];
  /** The folder of the built console; absent when something else serves it. */
  consoleDirectory?: string;
  /** Another address for Stripe's API than its own. */
  stripeApiUrl?: string;
  /** Opens `/metrics`; absent when there is no such page. */
  metricsToken?: string;
}
