import { expect, test } from 'vitest';
import { commands } from '#server/cli/commands.ts';
import { takeOnly } from '#server/cli/readArguments.ts';
import { respondTo } from '#server/cli/usage.ts';
import { readConfig } from '#server/config.ts';

const config = readConfig({ DATA_DIR: '/dev/null/none' });

test.each(commands.filter(({ use }) => !use.includes(' ')).map((command) => [command.use, command] as const))(
  '%s refuses any option and argument before it does anything',
  async (_name, { run }) => {
    await expect(run(config, ['--dry-run'])).rejects.toThrow("Unknown option '--dry-run'");
    await expect(run(config, ['now'])).rejects.toThrow("Unexpected argument 'now'");
  },
);

test.each(['backup', 'restore', 'verify-backup', 'import-company', 'verify-signature'])(
  '%s refuses the second half of a path with a space',
  async (name) => {
    const run = commands.find(({ use }) => use.startsWith(`${name} `))?.run(config, ['/backups/my', 'gym']);
    await expect(run).rejects.toThrow('gym is one argument too many: put quotes around a path with spaces');
  },
);

test('an argument that is missing is asked for', () => {
  expect(() => takeOnly([], 'Name the file')).toThrow('Name the file');
});

test('--help after a command describes that one', () => {
  expect(respondTo('renew')).toEqual({ code: 0, text: expect.stringMatching(/^ {2}renew\n {6}charges .+\n$/) });
});
