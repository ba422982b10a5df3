import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Readable by its owner only. */
export async function loadOrCreateSecret(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'secret');
  const stored = await readFile(path, 'utf8').catch(() => '');
  if (stored.trim()) return stored.trim();
  const secret = randomBytes(32).toString('base64url');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  return secret;
}
