import { expect, test } from 'vitest';
import { authEmails } from '#server/modules/auth/authEmails.ts';
import { secondFactorEmail } from '#server/modules/auth/secondFactorEmail.ts';

const to = { email: 'dana@gym.test', first_name: 'Dana <3' };
const emails = authEmails('https://desk.test');

test.each([
  ['a reset', emails.reset(to, 'abc'), 'Set a New Password', 'https://desk.test/change-password?token=abc'],
  ['a verification', emails.verify(to, 'abc'), 'Confirm My Address', 'https://desk.test/verify-email?token=abc'],
  [
    'a security notice',
    secondFactorEmail('https://desk.test', to, 'turned-on', 0),
    'Open Your Account',
    'https://desk.test/account',
  ],
])('%s has a button, and its link is in the text, too', (_what, email, label, link) => {
  expect(email.html).toMatch(new RegExp(`<a class="button" href="${link.replace('?', '\\?')}"[^>]*>${label}</a>`));
  expect(email.html).toContain('Hello Dana &lt;3,');
  expect(email.text).toContain(`${label}:\n${link}\n`);
  expect(email.text).toContain('Hello Dana <3,');
  expect(email.link).toBe(link);
});
