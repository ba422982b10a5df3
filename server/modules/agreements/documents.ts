import { storePdf, type StoredPdf } from '#server/platform/files/pdfs.ts';
import type { Upload } from '#server/platform/files/readUpload.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { DocumentUrl } from './rows.ts';

export function documentUrls({ config, clock }: Pick<AppContext, 'config' | 'clock'>): DocumentUrl {
  const urls = signedUrls(config.appSecret);
  return ({ file_key, file_name }) => urls.sign(file_key, clock(), file_name);
}

/** Stored before the work that writes its row. When that is refused, the file is deleted. */
export async function withStoredFile<T>(
  { files }: Pick<AppContext, 'files'>,
  companyId: string,
  file: NonNullable<Upload['file']>,
  work: (pdf: StoredPdf) => Promise<T>,
): Promise<T> {
  const pdf = await storePdf(files, companyId, file);
  try {
    return await work(pdf);
  } catch (error) {
    // After any other failure the row may have been written. An orphaned file does less harm than a missing one.
    if (error instanceof Problem) await files.remove(pdf.key).catch(() => undefined);
    throw error;
  }
}
