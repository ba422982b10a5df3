import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest, notFound, raise } from '#server/platform/http/problem.ts';
import { readDrawing } from '#domain/signatures/drawing.ts';
import { decodePng } from './seal/certificatePages.ts';

export async function readFile(files: AppContext['files'], key: string): Promise<Buffer> {
  const { body } = (await files.get(key)) ?? raise(notFound('File'));
  return buffer(body);
}

/** 400 for a drawing that could not be put on the certificate. */
export async function requireReadableDrawing(drawing: string | null | undefined): Promise<void> {
  const png = drawing ? readDrawing(drawing) : null;
  if (png) await decodePng(png).catch(() => raise(badRequest(unreadableDrawing, { drawing: unreadableDrawing })));
}

const unreadableDrawing = 'The drawing cannot be read';
