import { buffer } from 'node:stream/consumers';
import type { EvidenceSection } from '#domain/disputes/contract.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { addSections } from '#server/platform/pdf/sections.ts';

/** One PDF of text. */
export async function textPdf(title: string, sections: readonly EvidenceSection[]): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const pdf = PDF.create();
  await addSections(
    pdf,
    title,
    sections.map(({ title: heading, rows }) => ({
      title: heading,
      rows: rows.map(({ label, value }) => [label, value] as const),
    })),
  );
  return pdf.save({ subsetFonts: true });
}

/** A single file stays as it was sealed. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  if (files.length < 2) return files[0];
  const { PDF } = await import('@libpdf/core');
  return (await PDF.merge([...files])).save();
}

/** Files that are gone are left out. */
export async function readFiles(files: FileStore, keys: readonly string[]): Promise<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  for (const key of keys) {
    const file = await files.get(key);
    if (file) contents.push(await buffer(file.body));
  }
  return contents;
}
