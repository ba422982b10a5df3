import type { Database } from '#server/platform/database/database.ts';
import type { Mailer } from '#server/platform/email/mailer.ts';
import type { LiveEvents } from '#server/platform/live/liveEvents.ts';
import type { FileStore } from '#server/platform/files/store.ts';

export interface AppContext {
  config: AppConfig;
  database: Database;
  mailer: Mailer;
  files: FileStore;
  live: LiveEvents;
  clock: () => Date;
  /** The signed URL of a stored file; null for null. */
  signUrl: (key: string | null) => string | null;
}

export type JobContext = Omit<AppContext, 'signUrl'>;

export interface AppConfig {
  appSecret: string;
  /** The public URL of Spotter, without a trailing slash. */
  publicUrl: string;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: readonly string[];
  /** Absent when something else serves the console. */
  consoleDirectory?: string;
  stripeApiUrl?: string;
  /** Hosts in private networks to which webhooks may be sent: names, addresses or networks, with a port where only that one is meant. */
  webhookAllowedHosts?: readonly string[];
  /** When absent, there is no `/metrics`. */
  metricsToken?: string;
}
