import type { Multipart } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { uploadMaxBytes } from '#domain/shared/limits.ts';
import { limiter } from '#server/platform/limiter.ts';
import { holdSlot } from '#server/platform/http/requestQueue.ts';
import { badRequest, Problem, tooMany } from '#server/platform/http/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form of an upload: the field of its file, and what is said of a file that is too large. */
    upload?: { field: string; tooLarge: string };
  }
}

export interface Upload {
  file: { bytes: Buffer; name: string } | null;
  fields: Record<string, string>;
}

export const tooManyUploads = () => tooMany('Too many uploads at once. Please try again in a moment.', 5);

/** Uploads are held in memory. Others wait before their body is read. */
const uploads = limiter({ atOnce: 8, perKey: 4, waiting: 20, timeoutMs: 20_000, refuse: tooManyUploads });

/** Holds an upload slot until the response is sent. Use as a `preHandler`. */
export const asUpload = ({ scope }: FastifyRequest, reply: FastifyReply) =>
  holdSlot(uploads, scope.companies.join(), reply);

const fieldMaxBytes = 64 * 1024;
const limits = { fileSize: uploadMaxBytes - 1, files: 1, fields: 20, parts: 21, fieldSize: fieldMaxBytes };
/** As large as a whole file: the parser hangs when it waits for buffer space inside a part that it skips. */
const fileHwm = uploadMaxBytes;

const read = new WeakMap<FastifyRequest, Promise<Upload>>();

export const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.config.upload !== undefined;

/**
 * Takes at most one file, in the field that the route's `config` names. 10 MB or more is a 413 with `tooLarge`; a malformed body is
 * a 400.
 */
export function readUpload(request: FastifyRequest): Promise<Upload> {
  const cached = read.get(request);
  if (cached) return cached;
  const reading = parseForm(request);
  read.set(request, reading);
  return reading;
}

async function parseForm(request: FastifyRequest): Promise<Upload> {
  const { field, tooLarge } = request.routeOptions.config.upload ?? unexpectedForm(request);
  const upload: Upload = { file: null, fields: {} };
  try {
    for await (const part of request.parts({ limits, fileHwm })) await take(upload, part, field);
  } catch (error) {
    throw toUploadProblem(error, tooLarge);
  }
  return upload;
}

const unexpectedForm = ({ url }: FastifyRequest): never => {
  throw new Error(`${url} has no upload in its config`);
};

async function take(upload: Upload, part: Multipart, field: string): Promise<void> {
  if (part.type === 'file') {
    const bytes = await part.toBuffer();
    if (part.fieldname !== field) throw badRequest(`Send the file as ${field}`);
    // Browsers send an untouched file input as an empty file without a name.
    if (bytes.length > 0 || part.filename) upload.file = { bytes, name: part.filename };
    return;
  }
  if (typeof part.value !== 'string') throw badRequest(`Send ${part.fieldname} as text`);
  if (part.valueTruncated || part.value.includes('\0')) throw badRequest(`${part.fieldname} is not valid`);
  upload.fields[part.fieldname] = part.value;
}

function toUploadProblem(error: unknown, tooLarge: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem(413, tooLarge);
  return badRequest('The form could not be read');
}
