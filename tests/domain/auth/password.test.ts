import { expect, test } from 'vitest';
import { passwordProblem } from '#domain/auth/password.ts';

test.each([
  ['1234567', '1234567', 'Password must be at least 8 characters long'],
  ['12345678', '12345679', 'Passwords do not match'],
  ['12345678', '12345678', undefined],
])('a new password %j, repeated as %j: %s', (chosen, again, problem) => {
  expect(passwordProblem(chosen, again)).toBe(problem);
});
