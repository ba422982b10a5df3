import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Wanted {
  readonly name?: string;
  readonly password?: string;
  readonly days?: number;
  /** How openssl makes the key. */
  readonly newKey?: readonly string[];
  readonly isLegacy?: boolean;
}

/** A certificate and its key as openssl writes them, and the certificate alone as DER. */
export async function createP12({
  name = 'Iron Peak LLC',
  password = 'open sesame',
  days = 365,
  newKey = ['rsa:2048'],
  isLegacy = false,
}: Wanted = {}): Promise<{ p12: Buffer; certificate: Buffer }> {
  const cwd = await mkdtemp(join(tmpdir(), 'spotter-p12-'));
  const openssl = (args: readonly string[]) => run('openssl', args, { cwd });
  const [key, pem] = ['key.pem', 'certificate.pem'];
  const into = ['-keyout', key, '-out', pem, '-days', String(days)];
  await openssl(['req', '-x509', '-nodes', '-newkey', ...newKey, ...into, '-subj', `/CN=${name}/C=US`]);
  await openssl(['x509', '-in', pem, '-outform', 'der', '-out', 'certificate.der']);
  const secret = ['-out', 'gym.p12', '-passout', `pass:${password}`, ...(isLegacy ? ['-legacy'] : [])];
  await openssl(['pkcs12', '-export', '-in', pem, '-inkey', key, ...secret]);
  const read = (file: string) => readFile(join(cwd, file));
  const made = { p12: await read('gym.p12'), certificate: await read('certificate.der') };
  await rm(cwd, { recursive: true });
  return made;
}
