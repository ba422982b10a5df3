import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '#server/platform/explainError.ts';

const run = promisify(execFile);

export interface RunAs {
  readonly prefix: readonly string[];
  /** The user who must own PostgreSQL's files; undefined for the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

const nobody = { uid: 65534, gid: 65534 };
const root = { uid: 0, gid: 0 };
const unshare = ['unshare', '--user', '--'];

/** PostgreSQL refuses to run as root. As root, run it in its own user namespace, or as nobody; see `stay`. */
export async function whoRunsPostgres(data: string): Promise<RunAs> {
  if (process.geteuid?.() !== 0) return { prefix: [] };
  const existing = await stat(data).catch(() => undefined);
  if (existing && existing.uid !== root.uid && existing.uid !== nobody.uid) return stay(existing);
  if (await works(unshare)) return { prefix: unshare, owner: root };
  if (await works(dropTo(nobody))) return { prefix: dropTo(nobody), owner: nobody };
  throw new StartupError(
    'PostgreSQL does not run as root, and this system allows neither unshare nor setpriv: start Spotter as an ordinary user, or set DATABASE_URL',
  );
}

/** A cluster that an ordinary user created still belongs to that user when root starts it once. */
const stay = ({ uid, gid }: { uid: number; gid: number }): RunAs => ({
  prefix: dropTo({ uid, gid }),
  owner: { uid, gid },
});

/** With these two capabilities it can reach a directory below one that only root may enter. */
const dropTo = ({ uid, gid }: { uid: number; gid: number }) =>
  `setpriv --securebits +no_setuid_fixup --reuid ${uid} --regid ${gid} --clear-groups --inh-caps ${caps} --ambient-caps ${caps} --`.split(
    ' ',
  );

const caps = '+dac_override,+dac_read_search';

const works = ([command = '', ...args]: readonly string[]) =>
  run(command, [...args, 'true']).then(
    () => true,
    () => false,
  );
