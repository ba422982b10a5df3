import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt('server');
process.chdir(inRoot('.'));
await import('../dist/server/cli.js');
