import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { toDestination, resolveDestination } from './destination.ts';

export const timeoutMs = 15_000;
const answerMaxBytes = 1_024;

export interface Answer {
  readonly status: number;
  /** Its first KB. */
  readonly text: string;
  readonly retryAfter: string | undefined;
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowed: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Follows no redirects. The name is resolved for this one connection, and its addresses are checked before it is made. Rejects when
 * there is no answer within the time.
 */
export async function postWebhook({ url, headers, body, allowed, signal }: Post): Promise<Answer> {
  const target = new URL(url);
  const to = toDestination(target);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const addresses = await Promise.race([resolveDestination(to, allowed), rejectOn(ending)]);
  const lookup: LookupFunction = (_name, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    lookup,
    signal: ending,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Spotter-Webhooks/1.0',
    },
  };
  return new Promise<Answer>((resolve, reject) => {
    const sent = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const text = Buffer.concat(parts).subarray(0, answerMaxBytes).toString('utf8').replaceAll('\0', '');
        resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] });
        sent.destroy();
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= answerMaxBytes) finish();
      });
      response.on('end', finish);
      // The status was there; only the rest of the answer is missing.
      response.on('error', finish);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
