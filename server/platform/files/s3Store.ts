import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { assertFileKey, getContentType, type FileStore } from './store.ts';

export interface S3Options {
  bucket: string;
  endpoint?: string;
  region: string;
  /** Without them, the SDK uses its default providers (environment, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const timeouts = { connectionTimeout: 4_000, requestTimeout: 15_000, throwOnRequestTimeout: true };

export function s3Store({ bucket, endpoint, region, credentials }: S3Options): FileStore {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    // Many S3-compatible stores support neither virtual-hosted buckets nor the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: timeouts,
  });
  const object = (key: string) => {
    assertFileKey(key);
    return { Bucket: bucket, Key: key };
  };
  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...object(key), Body: bytes, ContentType: getContentType(key) }));
    },
    async write(key, body) {
      let size = 0;
      const counted = body.map((chunk: Buffer) => {
        size += chunk.length;
        return chunk;
      });
      await new Upload({ client, params: { ...object(key), Body: counted, ContentType: getContentType(key) } }).done();
      return size;
    },
    async get(key) {
      const stored = await client.send(new GetObjectCommand(object(key))).catch(nullIfMissing);
      if (!stored) return null;
      if (!(stored.Body instanceof Readable) || stored.ContentLength === undefined)
        throw new Error(`No body for ${key}`);
      return { body: stored.Body, size: stored.ContentLength };
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(object(key)))),
    ping: async () => void (await client.send(new HeadBucketCommand({ Bucket: bucket }))),
  };
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof NoSuchKey) return null;
  throw error;
};
