import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
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
    async putStream(key, body) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...object(key), ContentType: getContentType(key) }),
      );
      const upload = { ...object(key), UploadId };
      try {
        let size = 0;
        const parts: CompletedPart[] = [];
        for await (const part of inParts(body)) {
          const PartNumber = parts.length + 1;
          const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part }));
          parts.push({ ETag, PartNumber });
          size += part.length;
        }
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
        return size;
      } catch (error) {
        await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
        throw error;
      }
    },
    async get(key) {
      const found = await client.send(new GetObjectCommand(object(key))).catch(nullIfMissing);
      if (!found) return null;
      if (!(found.Body instanceof Readable) || found.ContentLength === undefined) throw new Error(`No body for ${key}`);
      return { body: found.Body, size: found.ContentLength };
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(object(key)))),
    ping: async () => void (await client.send(new HeadBucketCommand({ Bucket: bucket }))),
  };
}

/** S3 takes 10,000 parts, of at least 5 MiB but for the last. */
const partBytes = 16 * 1024 * 1024;

/** All of the same size but the last, which is empty for an empty body. */
async function* inParts(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= partBytes) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, partBytes);
      chunks = [all.subarray(partBytes)];
      length -= partBytes;
    }
  }
  yield Buffer.concat(chunks);
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof NoSuchKey) return null;
  throw error;
};
