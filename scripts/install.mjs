import { ensureInstalled } from './lib/install.mjs';

/**
 * Installs the packages if needed. Among them is Node itself, as `node_modules/.bin/node`, which npm's scripts find before the
 * machine's own. What package.json starts after this script is started through `env`, since a shell remembers where it found `node`.
 */
await ensureInstalled();
