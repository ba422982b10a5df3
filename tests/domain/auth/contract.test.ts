import { describe, expect, test } from 'vitest';
import { changePasswordBody, forgotPasswordBody, loginBody } from '#domain/auth/contract.ts';
import { passwordProblem } from '#domain/auth/password.ts';
import { listMessages } from '#tests/domain/shared/support.ts';

describe('Login: e-mail and password required', () => {
  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [
      { email: null, password: null },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [{ email: 'a@b.co', password: 5 }, { password: 'Password is required' }],
    [{ email: 'a@b.co', password: ' spaces stay ' }, {}],
  ])('%j: %j', (body, messages) => {
    expect(listMessages(loginBody, body)).toEqual(messages);
  });

  test('a password is taken as it is', () => {
    expect(loginBody.parse({ email: ' a@b.co ', password: ' x ' })).toEqual({ email: 'a@b.co', password: ' x ' });
  });
});

describe('Reset password: both fields are required, minimum 8 characters', () => {
  const short = 'Password must be at least 8 characters long';
  test.each([
    ['long enough', 'long enough', undefined],
    ['long enough', 'long enougH', 'Passwords do not match'],
    ['1234567', '1234567', short],
    ['1234567', '123456', short],
    ['12345678', '12345678', undefined],
    ['long enough', '', 'Passwords do not match'],
  ])('%j, then %j: %j', (chosen, again, problem) => {
    expect(passwordProblem(chosen, again)).toBe(problem);
  });

  test('the server asks the same of the new password, and for a token', () => {
    expect(listMessages(changePasswordBody, { token: '', newPassword: 'short' })).toEqual({
      token: 'Invalid or missing reset token',
      newPassword: short,
    });
    expect(listMessages(changePasswordBody, { token: 't', newPassword: 'x'.repeat(129) })).toHaveProperty(
      'newPassword',
    );
    expect(listMessages(changePasswordBody, { token: 't', newPassword: 'x'.repeat(128) })).toEqual({});
  });
});

test.each([
  ['', 'Email is required'],
  ['nobody', 'Email is invalid'],
  ['a@b', 'Email is invalid'],
])('forgot password refuses %j', (email, message) => {
  expect(listMessages(forgotPasswordBody, { email })).toEqual({ email: message });
});
