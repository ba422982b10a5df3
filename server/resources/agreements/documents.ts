import { storePdf, type StoredPdf } from '#server/files/pdfs.ts';
import type { Upload } from '#server/files/readUpload.ts';
import { signedUrls } from '#server/files/signedUrls.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import type { DocumentUrl } from './agreements.rows.ts';

/** The PDFs of agreements: their addresses, and the order in which a file and the row that names it are written. */
export function documents({ config, clock, files }: Pick<Deps, 'config' | 'clock' | 'files'>) {
  const urls = signedUrls(config.appSecret);
  const urlOf: DocumentUrl = ({ file_key, file_name }) => urls.sign(file_key, clock(), file_name);

  /** Stores the file, then does the work that names it. When that is refused the file is taken away again. */
  async function withStoredFile<T>(companyId: string, file: NonNullable<Upload['file']>, work: (pdf: StoredPdf) => Promise<T>): Promise<T> {
    const pdf = await storePdf(files, companyId, file);
    try {
      return await work(pdf);
    } catch (error) {
      // After any other failure nobody knows whether the row was written: better a file too many than one missing.
      if (error instanceof Problem) await files.remove(pdf.key).catch(() => undefined);
      throw error;
    }
  }

  return { urlOf, withStoredFile };
}
