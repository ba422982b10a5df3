import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Config } from './config.ts';
import { StartupError } from '#server/platform/startupError.ts';

/** Creates the data directory. A server whose database, files, emails and secret are all elsewhere needs none. */
export async function prepareDataDirectory({
  dataDirectory,
  databaseUrl,
  s3,
  smtpUrl,
  appSecret,
}: Config): Promise<void> {
  if (databaseUrl && s3 && smtpUrl && appSecret) return;
  try {
    await mkdir(dataDirectory, { recursive: true });
    await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `DATA_DIR ${dataDirectory} cannot be written (${code}): give it to the user that runs Spotter, or choose another DATA_DIR`,
    );
  }
}
