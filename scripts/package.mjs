import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';
import { fail, run } from './lib/run.mjs';

/**
 * Writes `dist/spotter-<version>-linux-<cpu>.tar.gz` for each processor: the built Spotter with Node and PostgreSQL, which runs
 * without anything else. Arguments: the processors, x64 and arm64 by default.
 */
const cpus = process.argv.length > 2 ? process.argv.slice(2) : ['x64', 'arm64'];

await ensureBuilt('console', 'server');
const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
for (const cpu of cpus) await pack(cpu);

async function pack(cpu) {
  const name = `spotter-${version}-linux-${cpu}`;
  const parent = inRoot('.cache/package');
  const directory = `${parent}/${name}`;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'README.md', 'docs/running.md'])
    await cp(inRoot(file), `${directory}/${file}`);
  for (const part of ['console', 'server'])
    await cp(inRoot('dist', part), `${directory}/dist/${part}`, { recursive: true });
  await writeFile(`${directory}/spotter`, launcher(cpu));
  await chmod(`${directory}/spotter`, 0o755);
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await must('npm', ['ci', '--prefix', directory, ...platform, ...options]);
  const node = `${directory}/node_modules/node-linux-${cpu}`;
  for (const part of ['include', 'share']) await rm(`${node}/${part}`, { recursive: true, force: true });
  await must('tar', [
    '--create',
    '--gzip',
    '--owner=0',
    '--group=0',
    '--file',
    inRoot(`dist/${name}.tar.gz`),
    '--directory',
    parent,
    name,
  ]);
  await rm(directory, { recursive: true });
  process.stdout.write(`dist/${name}.tar.gz\n`);
}

async function must(command, args) {
  const code = await run(command, args);
  if (code !== 0) fail(`${command} failed`, code);
}

/** It uses no other program, so it needs no PATH. */
function launcher(cpu) {
  return `#!/bin/sh
# Without arguments: starts Spotter. With arguments: one of its commands, such as ./spotter backup /backups/today
case "$0" in
  */*) here="\${0%/*}" ;;
  *) here=. ;;
esac
node="$here/node_modules/node-linux-${cpu}/bin/node"
if [ "$#" -eq 0 ]; then exec "$node" "$here/dist/server/main.js"; fi
exec "$node" "$here/dist/server/cli.js" "$@"
`;
}
