import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt('server');
process.env.NODE_ENV ??= 'production';
process.chdir(inRoot('.'));
await import('../dist/server/cli.js');
