import { expect, test } from 'vitest';
import { version } from '#domain/shared/version.ts';
import { respondTo } from '#server/cli/usage.ts';

test('--help lists the commands and succeeds', () => {
  expect(respondTo('--help')).toEqual({ code: 0, text: expect.stringContaining('create-admin --email') });
  // Who runs the package has no npm.
  expect(respondTo('--help').text).toMatch(/^Use: .*\n +spotter <command>/);
});

test('--version prints the version', () => {
  expect(respondTo('--version')).toEqual({ code: 0, text: `${version}\n` });
});

test('an unknown command is named, and fails', () => {
  expect(respondTo('bakcup')).toEqual({ code: 2, text: expect.stringMatching(/^There is no command bakcup\n/) });
});
