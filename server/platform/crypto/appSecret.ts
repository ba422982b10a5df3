import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/explainError.ts';

/** Readable by its owner only. One that cannot be read is never replaced: what it encrypted would be lost. */
export async function loadOrCreateSecret(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'secret');
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(
      `${path} cannot be read (${error.code ?? error.message}): give it to the user that runs Spotter, or set its content as APP_SECRET`,
    );
  });
  if (stored?.trim()) return stored.trim();
  if (stored !== undefined)
    throw new StartupError(
      `${path} is empty: put the secret back from a backup, or remove the file to have a new secret`,
    );
  const secret = randomBytes(32).toString('base64url');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  return secret;
}

/** Takes a time that tells neither how much of it was right nor how long it is. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
