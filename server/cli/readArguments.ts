import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/platform/explainError.ts';

/** A word too many is refused: it may be the second half of a path with a space. */
export function takeOnly(positionals: readonly string[], missing: string): string {
  const [only, tooMany] = positionals;
  if (only === undefined) throw new StartupError(missing);
  if (tooMany !== undefined)
    throw new StartupError(`${tooMany} is one argument too many: put quotes around a path with spaces`);
  return only;
}

/** Refuses every option and argument: `renew --dry-run` must not charge anyone. */
export const withoutArguments = (run: (config: Config) => Promise<void>) => async (config: Config, args: string[]) => {
  parseArgs({ args });
  await run(config);
};
