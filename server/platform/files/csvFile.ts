import type { Readable } from 'node:stream';
import { z } from 'zod';
import { attachment } from './fileName.ts';

export const csvHeaders = (fileName: string) => ({
  'content-disposition': attachment(fileName),
  'content-type': 'text/csv; charset=utf-8',
});

/** The response of a route that sends such a file. */
export const csvFile = { description: 'The file', content: { 'text/csv': { schema: z.string() } } };

/** The same for one that streams it. */
export const csvStream = (description = 'The file') => ({
  description,
  content: { 'text/csv': { schema: z.custom<Readable>().meta({ type: 'string' }) } },
});
