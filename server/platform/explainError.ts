import { inspect } from 'node:util';
import { DatabaseUnavailableError, isOutOfSpace } from './database/errors.ts';

/** Printed as one line without a stack trace; the process exits. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** For the operator when a start or a command has failed: a sentence if they can do something, else the whole error. */
export function explainError(error: unknown): string {
  const chain = listCauses(error);
  const mistake = chain.find((one) => one instanceof StartupError || isCode(one, /^ERR_PARSE_ARGS/));
  if (mistake) return mistake.message;
  const full = chain.find(isOutOfSpace);
  if (full) return `There is no space left on the disk: make room, then start it again (${full.message})`;
  const denied = chain.find(isFileDenied);
  if (denied)
    return `A file or directory cannot be used: give it to the user that runs Spotter, or name another (${denied.message})`;
  const away = chain.find((one) => one instanceof DatabaseUnavailableError);
  if (away) return [away.message, ...causeMessages(away)].join(': ');
  return inspect(error);
}

/** What happened beside the start or a command, in one line. */
export const explainEvent = (message: string, error?: unknown): string =>
  [message, ...listCauses(error).map((one) => one.message)].join(': ');

const causeMessages = (error: Error) => listCauses(error.cause).map((one) => one.message);

const listCauses = (error: unknown): Error[] => (error instanceof Error ? [error, ...listCauses(error.cause)] : []);

/** A connection can be denied too; only a file has a path. In /proc nobody can make a directory. */
const isFileDenied = (error: Error) =>
  isCode(error, /^(EROFS|ENOTDIR|EISDIR|ENAMETOOLONG|ELOOP)$/) ||
  (isCode(error, /^(EACCES|EPERM)$/) && 'path' in error) ||
  (isCode(error, /^ENOENT$/) && 'syscall' in error && error.syscall === 'mkdir');

const isCode = (error: Error, codes: RegExp) => 'code' in error && codes.test(String(error.code));
