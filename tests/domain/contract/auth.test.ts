import { describe, expect, test } from 'vitest';
import { changePasswordBody, forgotPasswordBody, loginBody, resetPasswordForm } from '#domain/contract/auth.ts';
import { messagesOf } from './support.ts';

describe('Login: e-mail and password required', () => {
  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [{ email: null, password: null }, { email: 'Email is required', password: 'Password is required' }],
    [{ email: 'a@b.co', password: 5 }, { password: 'Password is required' }],
    [{ email: 'a@b.co', password: ' spaces stay ' }, {}],
  ])('%j: %j', (body, messages) => {
    expect(messagesOf(loginBody, body)).toEqual(messages);
  });

  test('a password is taken as it is', () => {
    expect(loginBody.parse({ email: ' a@b.co ', password: ' x ' })).toEqual({ email: 'a@b.co', password: ' x ' });
  });
});

describe('Reset password: both fields are required, minimum 8 characters', () => {
  const short = 'Password must be at least 8 characters long';
  test.each([
    [{ newPassword: 'long enough', confirmPassword: 'long enough' }, {}],
    [{ newPassword: 'long enough', confirmPassword: 'long enougH' }, { confirmPassword: 'Passwords do not match' }],
    [{ newPassword: '1234567', confirmPassword: '1234567' }, { newPassword: short }],
    [{ newPassword: '1234567', confirmPassword: '123456' }, { newPassword: short, confirmPassword: 'Passwords do not match' }],
    [{ newPassword: '12345678', confirmPassword: '12345678' }, {}],
    [{ newPassword: 'long enough' }, { confirmPassword: 'Password is required' }],
  ])('%j: %j', (form, messages) => {
    expect(messagesOf(resetPasswordForm, form)).toEqual(messages);
  });

  test('the server asks the same of the new password, and for a token', () => {
    expect(messagesOf(changePasswordBody, { token: '', newPassword: 'short' })).toEqual({
      token: 'Invalid or missing reset token',
      newPassword: short,
    });
    expect(messagesOf(changePasswordBody, { token: 't', newPassword: 'x'.repeat(129) })).toHaveProperty('newPassword');
    expect(messagesOf(changePasswordBody, { token: 't', newPassword: 'x'.repeat(128) })).toEqual({});
  });
});

test.each([
  ['', 'Email is required'],
  ['nobody', 'Email is invalid'],
  ['a@b', 'Email is invalid'],
])('forgot password refuses %j', (email, message) => {
  expect(messagesOf(forgotPasswordBody, { email })).toEqual({ email: message });
});
