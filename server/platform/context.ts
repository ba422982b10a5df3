import type { Database } from '#server/platform/database/database.ts';
import type { Mailer } from '#server/platform/email/mailer.ts';
import type { LiveCheckins } from '#server/platform/live/liveCheckins.ts';
import type { FileStore } from '#server/platform/files/store.ts';

/** The dependencies of the API. Tests provide their own. */
export interface Deps {
  config: AppConfig;
  database: Database;
  mailer: Mailer;
  files: FileStore;
  live: LiveCheckins;
  clock: () => Date;
  /** The signed URL of a stored file; null for null. */
  urlOf: (key: string | null) => string | null;
}

/** The dependencies that the caller of `buildApp` provides. */
export type Parts = Omit<Deps, 'urlOf'>;

export interface AppConfig {
  /** Signs tokens and file URLs, encrypts Stripe keys. */
  appSecret: string;
  /** The public URL of Spotter, without a trailing slash. */
  publicUrl: string;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: readonly string[];
  /** The directory of the built console. Absent when something else serves it. */
  consoleDirectory?: string;
  /** Another URL for Stripe's API. */
  stripeApiUrl?: string;
  /** The bearer token of `/metrics`. When absent, there is no such page. */
  metricsToken?: string;
}
