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
  /** How often the password is hashed. */
  readonly rounds?: number;
}

/** A certificate and its key as openssl writes them, and the certificate alone as DER. */
export async function createP12({
  name = 'Iron Peak LLC',
  password = 'open sesame',
  days = 365,
  newKey = ['rsa:2048'],
  isLegacy = false,
  rounds = 2_048,
}: Wanted = {}): Promise<{ p12: Buffer; certificate: Buffer }> {
  const cwd = await mkdtemp(join(tmpdir(), 'spotter-p12-'));
  const openssl = (args: readonly string[]) => run('openssl', args, { cwd });
  const [key, pem] = ['key.pem', 'certificate.pem'];
  const into = ['-keyout', key, '-out', pem, '-days', String(days)];
  await openssl(['req', '-x509', '-nodes', '-newkey', ...newKey, ...into, '-subj', `/CN=${name}/C=US`]);
  await openssl(['x509', '-in', pem, '-outform', 'der', '-out', 'certificate.der']);
  const secret = [
    '-out',
    'gym.p12',
    '-passout',
    `pass:${password}`,
    '-iter',
    String(rounds),
    ...(isLegacy ? ['-legacy'] : []),
  ];
  await openssl(['pkcs12', '-export', '-in', pem, '-inkey', key, ...secret]);
  const read = (file: string) => readFile(join(cwd, file));
  const made = { p12: await read('gym.p12'), certificate: await read('certificate.der') };
  await rm(cwd, { recursive: true });
  return made;
}

const asDer = (rounds: number) => Buffer.from([0x02, 0x03, rounds >> 16, (rounds >> 8) & 255, rounds & 255]);

/** A file as older programs write it that asks for eight million rounds of hashing for each of its parts. */
export async function createSlowP12(): Promise<Buffer> {
  const written = 0x1_00_00;
  const { p12 } = await createP12({ isLegacy: true, rounds: written });
  for (let at = p12.indexOf(asDer(written)); at >= 0; at = p12.indexOf(asDer(written), at + 1))
    asDer(0x7f_ff_ff).copy(p12, at);
  return p12;
}
