import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns a path below the folder of the checkout. */
export const inRoot = (...parts) => join(root, ...parts);
