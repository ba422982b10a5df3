import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { version } from '#domain/version.ts';

const spotter = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'server/cli/cli.ts', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

test('--help lists the commands and succeeds', () => {
  expect(spotter('--help')).toEqual({ status: 0, stdout: expect.stringContaining('create-admin --email'), stderr: '' });
});

test('--version prints the version', () => {
  expect(spotter('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test('an unknown command is named, and fails', () => {
  expect(spotter('bakcup', 'somewhere')).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/^There is no command bakcup\n/) });
});
