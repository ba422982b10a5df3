import { ensureBuilt } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

await ensureBuilt('server');
process.chdir(inRoot('.'));
await import('../dist/server/cli.js');
