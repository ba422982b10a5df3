import type { S3Options } from '#server/platform/files/s3Store.ts';
import { s3Double } from './s3Double.ts';

export interface TestBucket {
  readonly options: S3Options & { credentials: { accessKeyId: string; secretAccessKey: string } };
  close(): Promise<void>;
}

/** The stand-in, or the bucket of a real store that `TEST_S3_URL` names: `http://key:secret@host:port/bucket?region=us-east-1`. */
export async function testBucket(): Promise<TestBucket> {
  const real = process.env.TEST_S3_URL;
  if (real) {
    const { protocol, host, username, password, pathname, searchParams } = new URL(real);
    const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
    const options = {
      bucket: pathname.slice(1),
      endpoint: `${protocol}//${host}`,
      region: searchParams.get('region') ?? 'us-east-1',
      credentials,
    };
    return { options, close: () => Promise.resolve() };
  }
  const { url, close } = await s3Double('gym-files');
  const credentials = { accessKeyId: 'key-id', secretAccessKey: 'key-secret' };
  return { options: { bucket: 'gym-files', endpoint: url, region: 'us-west-2', credentials }, close };
}
