import { expect, test } from 'vitest';
import { i18nProvider } from '#src/i18nProvider.ts';

const { translate } = i18nProvider;

test.each([
  ['a message of react-admin', 'ra.validation.required', undefined, 'Required'],
  ['a value in it', 'ra.validation.minLength', { min: 3 }, 'Must be 3 characters at least'],
  ['the text for one', 'ra.notification.deleted', { smart_count: 1 }, 'Element deleted'],
  ['the text for several', 'ra.notification.deleted', { smart_count: 2 }, '2 elements deleted'],
  ['the words given for an unknown key', 'resources.contacts.name', { _: 'Contacts' }, 'Contacts'],
  ['an unknown key as it is', 'Something went wrong', undefined, 'Something went wrong'],
])('translates %s', (_case, key, options, expected) => {
  expect(translate(key, options)).toBe(expected);
});
