import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDF } from '@libpdf/core';
import { temporaryDirectory } from './temporary.ts';

const run = promisify(execFile);

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What `head -c N file | sha256sum` prints. */
export async function hashOfStart(bytes: Uint8Array, length: number): Promise<string> {
  const path = join(await temporaryDirectory(), 'sealed.pdf');
  await writeFile(path, bytes);
  const { stdout } = await run('sh', ['-c', `head -c ${length} "$0" | sha256sum`, path]);
  return stdout.split(' ')[0] ?? '';
}

/** The text of each page. */
export const readText = async (bytes: Uint8Array): Promise<string[]> =>
  (await PDF.load(bytes)).extractText().map(({ text }) => text);

/** Whether openssl finds the seal intact and by this certificate: the CMS of the last byte range, over the bytes that it names. */
export async function checkWithOpenssl(bytes: Uint8Array, certificate: Uint8Array): Promise<boolean> {
  const text = Buffer.from(bytes).toString('latin1');
  const [from = 0, to = 0, second = 0, rest = 0] =
    [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1)?.slice(1).map(Number) ?? [];
  const hex = text.slice(from + to, second).replaceAll(/[<>]/g, '');
  if (second + rest !== bytes.length || !/^[0-9A-Fa-f]+$/.test(hex)) return false;
  const directory = await temporaryDirectory();
  const [content, cms, trusted] = ['content', 'seal.der', 'trusted.pem'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(trusted, new X509Certificate(certificate).toString());
  await writeFile(content, Buffer.concat([bytes.subarray(from, from + to), bytes.subarray(second, second + rest)]));
  await writeFile(cms, derOf(Buffer.from(hex, 'hex')));
  const input = ['-inform', 'DER', '-in', cms, '-content', content, '-binary', '-out', '/dev/null'];
  const trust = ['-CAfile', trusted, '-purpose', 'any', '-no_check_time', '-cades'];
  return run('openssl', ['cms', '-verify', ...input, ...trust]).then(
    () => true,
    () => false,
  );
}

/** Without the zeros that fill the reserved space. */
function derOf(padded: Buffer): Buffer {
  const long = padded[1] ?? 0;
  const digits = long > 0x80 ? long - 0x80 : 0;
  const length = digits ? padded.readUIntBE(2, digits) : long;
  return padded.subarray(0, 2 + digits + length);
}
