import { join } from 'node:path';
import { balancer } from '#tests/support/balancer.ts';
import { s3Double } from '#tests/support/s3Double.ts';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import type { StartOptions } from './globalSetup.ts';

/**
 * Two Spotters that share nothing but the PostgreSQL and a bucket, started at once, each request to the other one than the
 * last. `S3_ENDPOINT`, `S3_BUCKET` and the keys of the environment name a real store; without them a stand-in serves.
 */
export async function startScaledOut({ directory, port, env: given }: StartOptions) {
  const bucket = await s3Double('gym-files');
  const real = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('S3_')));
  const env = {
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: 'gym-files',
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'key-secret',
    ...real,
    ...given,
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
  };
  const both = await Promise.all(
    ['first', 'second'].map((name) => startSpotter({ env: { ...env, DATA_DIR: join(directory, name) } })),
  );
  const front = await balancer(() => both.map(({ url }) => url), { port: Number(port) });
  return {
    env: { ...env, DATA_DIR: join(directory, 'operator') },
    stop: async () => {
      console.log(
        'answers of each Spotter:',
        Object.values(front.taken()).join(' and '),
        '– files in the bucket:',
        bucket.objects.size,
      );
      await front.close();
      await Promise.all(both.map((spotter) => spotter.end('SIGTERM')));
      await bucket.close();
    },
  };
}
