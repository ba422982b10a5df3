import type { Multipart } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { uploadMaxBytes } from '#domain/rules/limits.ts';
import { fairQueue } from '../fairQueue.ts';
import { holdSlot } from '../http/requestQueue.ts';
import { badRequest, Problem, tooMany } from '../http/problem.ts';

export interface Upload {
  /** Null when the form has no file in that field. */
  file: { bytes: Buffer; name: string } | null;
  fields: Record<string, string>;
}

export const tooManyUploads = () => tooMany('Too many uploads at once. Please try again in a moment.', 5);

/** An upload is in memory as a whole: eight at once, four of one company. The others wait before anything is read. */
const uploads = fairQueue({ atOnce: 8, perKey: 4, waiting: 20, patienceMs: 20_000, refuse: tooManyUploads });

/** Keeps a place among the uploads until the request is answered; for a route's `preHandler`. */
export const asUpload = ({ scope }: FastifyRequest, reply: FastifyReply) => holdSlot(uploads, scope.companies.join(), reply);

const fieldMaxBytes = 64 * 1024;
const limits = { fileSize: uploadMaxBytes - 1, files: 1, fields: 20, parts: 21, fieldSize: fieldMaxBytes };
/** A whole file, which is read into memory anyway: a parser that waits for room within a part that it skips never goes on. */
const fileHwm = uploadMaxBytes;

/**
 * Reads a multipart form with at most one file, which must be in `field`. A file of 10 MB or more is 413 with
 * `tooLarge`; a body that is cut, has no boundary or is no form at all is 400.
 */
export async function readUpload(request: FastifyRequest, field: string, tooLarge: string): Promise<Upload> {
  const upload: Upload = { file: null, fields: {} };
  try {
    for await (const part of request.parts({ limits, fileHwm })) await take(upload, part, field);
  } catch (error) {
    throw explained(error, tooLarge);
  }
  return upload;
}

async function take(upload: Upload, part: Multipart, field: string): Promise<void> {
  if (part.type === 'file') {
    const bytes = await part.toBuffer();
    if (part.fieldname !== field) throw badRequest(`Send the file as ${field}`);
    // A form sends an untouched file input as an empty file without a name.
    if (bytes.length > 0 || part.filename) upload.file = { bytes, name: part.filename };
    return;
  }
  if (typeof part.value !== 'string') throw badRequest(`Send ${part.fieldname} as text`);
  if (part.valueTruncated || part.value.includes('\0')) throw badRequest(`${part.fieldname} is not valid`);
  upload.fields[part.fieldname] = part.value;
}

function explained(error: unknown, tooLarge: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return new Problem(413, tooLarge);
  // What is left is the parser's: too many parts, a boundary that is missing, an end that never came.
  return badRequest('The form could not be read');
}
