import { readFile } from 'node:fs/promises';

/** Reads a file of `assets/`, which the build copies beside this module's chunk. */
export const asset = (name: string): Promise<Buffer> => readFile(new URL(`assets/${name}`, import.meta.url));
