import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The newest link like this in the emails to an address, without its origin; empty as long as there is none. */
export async function emailedLink(to: string, link: RegExp, dataDirectory = ownDirectory()): Promise<string> {
  const outbox = join(dataDirectory, 'outbox');
  // The folder is created with the first email.
  for (const name of (await readdir(outbox).catch(() => [])).toSorted().toReversed()) {
    const email = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const found = link.exec(email)?.[0];
    if (email.includes(to) && found) return found;
  }
  return '';
}

const ownDirectory = () => (JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as { DATA_DIR?: string }).DATA_DIR ?? '';
