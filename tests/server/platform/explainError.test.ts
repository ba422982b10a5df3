import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '#server/platform/database/errors.ts';
import { explainError, explainEvent, StartupError } from '#server/platform/explainError.ts';

const fileError = (code: string, message: string) => Object.assign(new Error(message), { code });
const sqlError = (code: string, message: string) => Object.assign(new DatabaseError(message, 1, 'error'), { code });

test.each([
  ['a mistake of the operator', new StartupError('PORT must be a number'), 'PORT must be a number'],
  ['an unknown option', fileError('ERR_PARSE_ARGS_UNKNOWN_OPTION', "Unknown option '--x'"), "Unknown option '--x'"],
  [
    'a full disk under a file',
    fileError('ENOSPC', 'ENOSPC: no space left on device, write'),
    'There is no space left on the disk: make room, then start it again (ENOSPC: no space left on device, write)',
  ],
  [
    'a full disk under the database, as a cause',
    new Error('migration failed', { cause: sqlError('53100', 'could not extend file') }),
    'There is no space left on the disk: make room, then start it again (could not extend file)',
  ],
  [
    'a directory of somebody else',
    Object.assign(fileError('EACCES', "EACCES: permission denied, mkdir '/backups'"), { path: '/backups' }),
    "A file or directory cannot be used: give it to the user that runs Spotter, or name another (EACCES: permission denied, mkdir '/backups')",
  ],
  [
    'a place where nobody can make a directory',
    Object.assign(fileError('ENOENT', "ENOENT: no such file or directory, mkdir '/proc/x'"), { syscall: 'mkdir' }),
    "A file or directory cannot be used: give it to the user that runs Spotter, or name another (ENOENT: no such file or directory, mkdir '/proc/x')",
  ],
  [
    'a name that is too long',
    fileError('ENAMETOOLONG', "ENAMETOOLONG: name too long, scandir '/aa'"),
    "A file or directory cannot be used: give it to the user that runs Spotter, or name another (ENAMETOOLONG: name too long, scandir '/aa')",
  ],
  [
    'a database that went away',
    new DatabaseUnavailableError(new Error('Connection terminated')),
    'The database does not answer: Connection terminated',
  ],
])('%s ends a start or a command with one sentence', (_case, error, sentence) => {
  expect(explainError(error)).toBe(sentence);
});

test('a connection that is denied is not called a file', () => {
  expect(explainError(fileError('EPERM', 'connect EPERM 10.0.0.5:5432'))).toMatch(/^Error: connect EPERM/);
});

test('any other error is printed whole, with its stack', () => {
  expect(explainError(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /);
});

test('an event is one line without the connection that it is about', () => {
  const lost = Object.assign(new Error('terminating connection'), { client: { host: '/run' } });
  expect(explainEvent('A database connection was lost', lost)).toBe(
    'A database connection was lost: terminating connection',
  );
  expect(explainEvent('PostgreSQL had stopped and was started again')).toBe(
    'PostgreSQL had stopped and was started again',
  );
});
