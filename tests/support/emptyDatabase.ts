import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { asAdmin } from './database.ts';

/** Returns the URL of a database without tables, which is dropped when the test has finished. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner spotter strategy file_copy`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  return siblingUrl(inject('adminUrl'), name, 'spotter');
}
