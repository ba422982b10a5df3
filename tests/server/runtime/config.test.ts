import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const secret = 'a secret of thirty-two characters';
const database = { DATABASE_URL: 'postgres://gym@db.test/gym', APP_SECRET: secret };

test('without variables it uses the bundled database and demo data, and listens on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    databasePoolSize: 20,
    logLevel: 'info',
    demoData: true,
    publicUrl: 'http://localhost:3000',
    trustProxy: [],
    backups: undefined,
  });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(readConfig({}));
});

test.each([
  ['the address follows the port', { PORT: '8080' }, { publicUrl: 'http://localhost:8080' }],
  ['a slash at the end of PUBLIC_URL goes', { PUBLIC_URL: 'https://gym.test/' }, { publicUrl: 'https://gym.test' }],
  ['demo data are off with a database of yours', database, { demoData: false }],
  ['the pool has the size that is asked for', { DATABASE_POOL_SIZE: '50' }, { databasePoolSize: 50 }],
  ['the log has the level that is asked for', { LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
  ['demo data are off in production', { NODE_ENV: 'production' }, { demoData: false, isProduction: true }],
  ['and where people come by https', { PUBLIC_URL: 'https://gym.test' }, { demoData: false, isProduction: true }],
  [
    'there too unless asked for by name',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://gym.test', DEMO_DATA: 'on' },
    { demoData: true },
  ],
  ['unless asked for', { ...database, DEMO_DATA: 'on' }, { demoData: true }],
  [
    'nightly backups have a directory, a number and an hour',
    { BACKUP_DIR: '/backups' },
    { backups: { directory: '/backups', keep: 14, hour: 9 } },
  ],
  [
    'which can be chosen',
    { BACKUP_DIR: '/backups', BACKUP_KEEP: '3', BACKUP_HOUR: '0' },
    { backups: { directory: '/backups', keep: 3, hour: 0 } },
  ],
  ['proxies are addresses and networks', { TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
  [
    'a bucket brings its region',
    { S3_BUCKET: 'gym', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
    { s3: { bucket: 'gym', region: 'us-east-1', credentials: { accessKeyId: 'id', secretAccessKey: 'key' } } },
  ],
])('%s', (_case, env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test.each([
  ['PORT', 'abc'],
  ['BACKUP_KEEP', '-2'],
  ['BACKUP_KEEP', '1001'],
  ['BACKUP_HOUR', '24'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://db.test'],
  ['DATABASE_POOL_SIZE', '3'],
  ['DATABASE_POOL_SIZE', '1001'],
  ['DATABASE_POOL_SIZE', 'many'],
  ['DEMO_DATA', 'yes'],
  ['APP_SECRET', 'too short'],
  ['PUBLIC_URL', 'gym.test'],
  ['PUBLIC_URL', 'https://gym.test/spotter'],
  ['SMTP_URL', 'mail.test:25'],
  ['SMTP_URL', 'mail server'],
  ['SMTP_URL', 'smtp://mail.test?from=the desk'],
  ['S3_ENDPOINT', 'minio'],
  ['TRUST_PROXY', 'everyone'],
  ['STRIPE_API_URL', 'ftp://stripe.test'],
  ['METRICS_TOKEN', 'too short'],
  ['LOG_LEVEL', 'loud'],
])('a bad %s (%s) stops with one line that names the variable and does not repeat a secret', (variable, value) => {
  const refused = () => readConfig({ [variable]: value });
  expect(refused).toThrow(new RegExp(`^${variable} must [^\n]+$`));
  expect(refused).not.toThrow(value);
});

test.each(['spotter@localhost', 'desk@mail', 'desk@m%C3%BCnchen.de'])('%s is taken as the sender', (from) => {
  expect(() => readConfig({ SMTP_URL: `smtp://mail.test?from=${from}` })).not.toThrow();
});

test.each([
  [{ DATABASE_URL: database.DATABASE_URL }, 'APP_SECRET is required with DATABASE_URL'],
  [{ S3_ENDPOINT: 'https://s3.test' }, 'S3_BUCKET is required with the other S3_ variables'],
  [{ S3_ACCESS_KEY_ID: 'id' }, 'S3_BUCKET is required with the other S3_ variables'],
  [{ S3_BUCKET: 'gym', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is required with S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'gym', S3_SECRET_ACCESS_KEY: 'key' }, 'S3_ACCESS_KEY_ID is required with S3_SECRET_ACCESS_KEY'],
])('a variable that needs another one says so: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});
