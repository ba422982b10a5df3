import { createPdf } from './pdf.ts';

const boundary = 'a-boundary-of-the-tests';

/** A multipart form with one file, as a browser sends it: `caller.post(path, upload('image', bytes))`. */
export function upload(field: string, bytes: Uint8Array, name = 'me.jpg', type = 'image/jpeg') {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

interface Pdf {
  bytes: Uint8Array;
  name?: string;
  field?: string;
}

export const samplePdf = createPdf();

/** A multipart form of text fields and optionally a PDF, as a browser sends it: `caller.post(path, pdfForm({name}, {bytes}))`. */
export function pdfForm(fields: Record<string, string>, pdf?: Pdf) {
  const head = (disposition: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.concat([head(`name="${name}"`), Buffer.from(value), end]),
  );
  if (pdf)
    parts.push(
      Buffer.concat([head(`name="${pdf.field ?? 'pdf'}"; filename="${pdf.name ?? 'waiver.pdf'}"`), pdf.bytes, end]),
    );
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
