import { readFileSync } from 'node:fs';
import { registerHooks, type ResolveFnOutput } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * For each file of a library, and for each of its imports, Node parses a whole `package.json` again: 300 times 200 KB for date-fns
 * alone, and seconds for what a worker needs. Here each is read once.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!parentURL.startsWith('file:') || !parentURL.includes('/node_modules/') || !conditions.includes('import'))
      return next(specifier, context);
    const directory = dirname(fileURLToPath(parentURL));
    if (specifier.startsWith('.')) return findModule(join(directory, specifier)) ?? next(specifier, context);
    const key = `${findPackage(directory)?.directory} ${specifier}`;
    const known = resolved.get(key);
    if (known) return known;
    const found = next(specifier, context);
    resolved.set(key, { ...found, shortCircuit: true });
    return found;
  },
});

/** What the files of a package import from others. */
const resolved = new Map<string, ResolveFnOutput>();

function findModule(path: string): ResolveFnOutput | undefined {
  const isModule = path.endsWith('.mjs') || (path.endsWith('.js') && findPackage(dirname(path))?.type === 'module');
  return isModule ? { url: pathToFileURL(path).href, format: 'module', shortCircuit: true } : undefined;
}

interface Package {
  directory: string;
  type?: string;
}

const packages = new Map<string, Package | undefined>();

function findPackage(directory: string): Package | undefined {
  if (!packages.has(directory)) packages.set(directory, readPackage(directory));
  return packages.get(directory);
}

function readPackage(directory: string): Package | undefined {
  let text;
  try {
    text = readFileSync(join(directory, 'package.json'), 'utf8');
  } catch {
    return directory === dirname(directory) ? undefined : findPackage(dirname(directory));
  }
  const { type } = JSON.parse(text) as { type?: string };
  return { directory, ...(type && { type }) };
}
