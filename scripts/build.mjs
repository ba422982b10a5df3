import { ensureBuilt } from './lib/build.mjs';

const names = process.argv.slice(2);

await ensureBuilt(...(names.length > 0 ? names : ['console', 'server']));
