import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultPoolSize, largestPoolSize, smallestPoolSize } from './platform/database/pool.ts';
import type { BackupSchedule } from './modules/backups/index.ts';
import { StartupError } from '#server/platform/explainError.ts';

const logLevels = ['error', 'warn', 'info', 'debug', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Error messages of the variables. They follow the variable's name. */
const messages = {
  database: 'must be an address that starts with postgres:// or postgresql://',
  onOff: 'must be on or off',
  secret: 'must have at least 32 characters',
  token: 'must have at least 16 characters',
  site: 'must be an address without a path: Spotter answers at the root of its host',
  web: 'must be an address that starts with http:// or https://',
  smtp: 'must be an address that starts with smtp:// or smtps://',
  from: 'must have an email address after ?from=',
  logLevel: `must be one of ${logLevels.join(', ')}`,
  hosts:
    'must be names, addresses or networks (10.0.0.0/8) with commas between them, each with a port if only that one is meant',
  proxies: 'must be off, or addresses and networks (10.0.0.0/8) with commas between them',
};

const url = (message: string, ...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message);
const webAddress = url(messages.web, 'http:', 'https:').transform((text) => text.replace(/\/+$/, ''));
const isSenderValid = (text: string) => {
  const from = URL.parse(text)?.searchParams.get('from') ?? null;
  // Also of a host of one's own network, and of a name that is not ASCII.
  return from === null || z.email({ pattern: z.regexes.unicodeEmail }).safeParse(from).success;
};
/** `printer.local`, `192.168.1.20:8443`, `[::1]:3001` or `10.0.0.0/8`. */
const isAllowedHost = (entry: string) =>
  z.union([z.cidrv4(), z.cidrv6(), z.ipv6()]).safeParse(entry).success ||
  (/^[^/?#@\s]+$/.test(entry) && URL.canParse(`http://${entry}`));
const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
};
const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path)),
  DATABASE_URL: url(messages.database, 'postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(smallestPoolSize, largestPoolSize).default(defaultPoolSize),
  NODE_ENV: z.string().optional(),
  DEMO_DATA: z.enum(['on', 'off'], messages.onOff).optional(),
  APP_SECRET: z.string().min(32, messages.secret).optional(),
  PUBLIC_URL: webAddress.refine((text) => new URL(text).href === `${new URL(text).origin}/`, messages.site).optional(),
  SMTP_URL: url(messages.smtp, 'smtp:', 'smtps:').refine(isSenderValid, messages.from).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((text) => (text === 'off' ? [] : text.split(',').map((part) => part.trim())))
    .refine((list) => list.every((entry) => proxy.safeParse(entry).success), messages.proxies),
  STRIPE_API_URL: webAddress.optional(),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((list) => list.every((entry) => isAllowedHost(entry)), messages.hosts),
  LOG_LEVEL: z.enum(logLevels, messages.logLevel).default('info'),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
  BACKUP_HOUR: wholeNumber(0, 23).default(9),
  METRICS_TOKEN: z.string().min(16, messages.token).optional(),
});

interface S3Config {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  /** When absent, the SDK uses its default providers (environment, instance role). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** The default is the bundled PostgreSQL. */
  readonly databaseUrl?: string;
  /** Size of the connection pool. Connections for startup and for LISTEN are extra. */
  readonly databasePoolSize: number;
  readonly demoData: boolean;
  /** True when NODE_ENV is production or PUBLIC_URL is https. */
  readonly isProduction: boolean;
  /** The default is the secret that was generated in the data directory. */
  readonly appSecret?: string;
  readonly publicUrl: string;
  readonly smtpUrl?: string;
  readonly s3?: S3Config;
  readonly trustProxy: readonly string[];
  readonly stripeApiUrl?: string;
  readonly webhookAllowedHosts: readonly string[];
  readonly metricsToken?: string;
  readonly logLevel: LogLevel;
  /** When absent, there are no nightly backups. */
  readonly backups?: BackupSchedule;
}

/** Parses the environment. Empty variables count as absent. An invalid one throws a StartupError that names it. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new StartupError(parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`)[0]);
  const { data } = parsed;
  if (data.DATABASE_URL && !data.APP_SECRET) {
    throw new StartupError(
      `APP_SECRET is required with DATABASE_URL and ${messages.secret}, the same for every server`,
    );
  }
  const isProduction = data.NODE_ENV === 'production' || (data.PUBLIC_URL?.startsWith('https:') ?? false);
  return {
    port: data.PORT,
    host: data.HOST,
    dataDirectory: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    demoData: (data.DEMO_DATA ?? (data.DATABASE_URL || isProduction ? 'off' : 'on')) === 'on',
    isProduction,
    appSecret: data.APP_SECRET,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    smtpUrl: data.SMTP_URL,
    s3: toS3Config(data),
    trustProxy: data.TRUST_PROXY,
    stripeApiUrl: data.STRIPE_API_URL,
    webhookAllowedHosts: data.WEBHOOK_ALLOWED_HOSTS,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
    backups: data.BACKUP_DIR
      ? { directory: data.BACKUP_DIR, keep: data.BACKUP_KEEP, hour: data.BACKUP_HOUR }
      : undefined,
  };
}

function toS3Config(data: z.output<typeof variables>): S3Config | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (!data.S3_BUCKET) {
    // Its files would silently go to the disk, which a container loses.
    if (data.S3_ENDPOINT || accessKeyId || secretAccessKey)
      throw new StartupError('S3_BUCKET is required with the other S3_ variables');
    return undefined;
  }
  if (accessKeyId && !secretAccessKey) throw new StartupError('S3_SECRET_ACCESS_KEY is required with S3_ACCESS_KEY_ID');
  if (secretAccessKey && !accessKeyId) throw new StartupError('S3_ACCESS_KEY_ID is required with S3_SECRET_ACCESS_KEY');
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { bucket: data.S3_BUCKET, region: data.S3_REGION, endpoint: data.S3_ENDPOINT, credentials };
}
