import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '#server/platform/context.ts';
import { requireSealablePdf } from '#server/platform/files/sealablePdf.ts';
import { badRequest, notFound, raise } from '#server/platform/http/problem.ts';
import { readDrawing } from '#domain/signatures/drawing.ts';
import { readablePng } from './seal/certificatePages.ts';
import { signaturesRepo, type SignableVersion } from './repo.ts';

type Context = Pick<AppContext, 'database' | 'files'>;

export async function readFile(files: AppContext['files'], key: string): Promise<Buffer> {
  const { body } = (await files.get(key)) ?? raise(notFound('File'));
  return buffer(body);
}

/** With the hash of its PDF. That of a version from before signatures is computed and kept once it is needed. */
export async function withHash(
  { database, files }: Context,
  version: SignableVersion,
): Promise<SignableVersion & { readonly sha256: Buffer }> {
  if (version.sha256) return { ...version, sha256: version.sha256 };
  const bytes = await readFile(files, version.file_key);
  await requireSealablePdf(bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  await database.scoped([version.company_id], (tx) => signaturesRepo(tx).keepHash(version.id, sha256));
  return { ...version, sha256 };
}

/** 400 for a drawing that could not be put on the certificate. */
export async function requireReadableDrawing(drawing: string | null | undefined): Promise<void> {
  const png = drawing ? readDrawing(drawing) : null;
  if (png) await readablePng(png).catch(() => raise(badRequest(unreadableDrawing, { drawing: unreadableDrawing })));
}

const unreadableDrawing = 'The drawing cannot be read';
