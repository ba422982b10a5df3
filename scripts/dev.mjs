import { spawn } from 'node:child_process';
import { inRoot } from './lib/root.mjs';

// Vite listens on the well-known port and proxies /api to the server, one port above.
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';
const serverPort = String(port + 1);
const env = { PUBLIC_URL: `http://localhost:${port}`, ...process.env, SPOTTER_API: `http://127.0.0.1:${serverPort}` };

const children = [
  start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], { ...env, PORT: serverPort }),
  start('vite/bin/vite.js', ['--port', String(port), '--strictPort', '--host', host, '--logLevel', 'warn'], env),
];

// When one of the two ends, so does the other. Ctrl-C reaches both processes anyway; other signals are passed on.
for (const child of children) child.once('exit', (code) => end(code ?? 0));
process.on('SIGINT', () => {});
process.on('SIGTERM', () => end(0));

function start(path, args, childEnv) {
  return spawn(process.execPath, [inRoot('node_modules', path), ...args], {
    cwd: inRoot('.'),
    stdio: 'inherit',
    env: childEnv,
  });
}

function end(code) {
  process.exitCode ||= code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}
