import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/spotterProcess.ts';

/** PgBouncer is installed where only root looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/** It refuses to run as root. It keeps the right to open the cluster's socket, which belongs to the owner alone. */
const asNobody =
  process.geteuid?.() === 0
    ? 'setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps +dac_override --ambient-caps +dac_override --'.split(
        ' ',
      )
    : [];

/** Starts PgBouncer in front of a database, with start-up options ignored as its manual advises; returns its URL. */
export async function pgbouncer(databaseUrl: string, mode: 'session' | 'transaction') {
  const { username, pathname, hostname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'spotter-pgbouncer-'));
  await chmod(directory, 0o755);
  await writeFile(join(directory, 'users'), `"${username}" ""\n`);
  await writeFile(
    join(directory, 'pgbouncer.ini'),
    `[databases]
${name} = host=${decodeURIComponent(hostname)} port=5432 dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${directory}/users
pool_mode = ${mode}
default_pool_size = 60
ignore_startup_parameters = options,extra_float_digits
`,
  );
  const [command = '', ...args] = [...asNobody, 'pgbouncer', join(directory, 'pgbouncer.ini')];
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const ended = once(child, 'exit');
  while (!(await responses(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${printed.join('')}`);
    await sleep(20);
  }
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

const responses = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
