import { expect, test } from 'vitest';
import { version } from '#domain/shared/version.ts';
import { answerTo } from '#server/cli/usage.ts';

test('--help lists the commands and succeeds', () => {
  expect(answerTo('--help')).toEqual({ code: 0, text: expect.stringContaining('create-admin --email') });
});

test('--version prints the version', () => {
  expect(answerTo('--version')).toEqual({ code: 0, text: `${version}\n` });
});

test('an unknown command is named, and fails', () => {
  expect(answerTo('bakcup')).toEqual({ code: 2, text: expect.stringMatching(/^There is no command bakcup\n/) });
});
