import { ensureBuilt } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

await ensureBuilt('console', 'server');
process.chdir(inRoot('.'));
// In this process, so that a signal for Spotter reaches it exactly once.
await import('../dist/server/main.js');
