import type { Database } from '#server/platform/database/database.ts';
import type { Mailer } from '#server/platform/email/mailer.ts';
import type { LiveCheckins } from '#server/platform/live/liveCheckins.ts';
import type { FileStore } from '#server/platform/files/store.ts';

/** What routes and jobs work with. Tests provide their own. */
export interface AppContext {
  config: AppConfig;
  database: Database;
  mailer: Mailer;
  files: FileStore;
  live: LiveCheckins;
  clock: () => Date;
  /** The signed URL of a stored file; null for null. */
  signUrl: (key: string | null) => string | null;
}

/** What background work needs: it makes no URLs of files. */
export type JobContext = Omit<AppContext, 'signUrl'>;

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
