import { describe, expect, test } from 'vitest';
import { contactCreateBody, contactEditForm, contactUpdateBody } from '#domain/contacts/contract.ts';
import { contactNoteBody } from '#domain/contacts/notesContract.ts';
import { sampleId, listMessages } from '#tests/domain/shared/support.ts';

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', homeLocationId: sampleId };

describe('Contact, on create', () => {
  test.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Email is required'],
    ['homeLocationId', 'Location is required'],
  ])('%s required: %s', (field, message) => {
    for (const empty of [undefined, null, '', '  ']) {
      expect(listMessages(contactCreateBody, { ...ann, [field]: empty })).toEqual({ [field]: message });
    }
  });

  test.each(['ann', 'ann@', '@example.com', 'ann@example', 'a b@example.com'])('%j: Email is invalid', (email) => {
    expect(listMessages(contactCreateBody, { ...ann, email })).toEqual({ email: 'Email is invalid' });
  });

  test('empty optional fields are omitted, empty phones are sent as empty', () => {
    const empty = { address: '', city: null, notes: ' ', dateOfBirth: '', phone: null, emergencyContactPhone: '' };
    expect(JSON.parse(JSON.stringify(contactCreateBody.parse({ ...ann, ...empty })))).toEqual({
      ...ann,
      phone: '',
      emergencyContactPhone: '',
    });
    expect(contactCreateBody.parse(ann)).toEqual(ann);
  });

  test('phones are normalized before sending', () => {
    const { phone, emergencyContactPhone } = contactCreateBody.parse({
      ...ann,
      phone: '(303) 555-0123',
      emergencyContactPhone: '+1 303 555 0199',
    });
    expect([phone, emergencyContactPhone]).toEqual(['3035550123', '3035550199']);
  });

  test.each([
    ['firstName', 'x'.repeat(101)],
    ['address', 'x'.repeat(201)],
    ['notes', 'x'.repeat(5001)],
    ['email', `${'x'.repeat(250)}@b.co`],
    ['notes', 'a\0b'],
    ['firstName', 'a\0b'],
    ['phone', 5],
    ['dateOfBirth', '2026-02-30'],
    ['dateOfBirth', '0000-01-01'],
    ['dateOfBirth', '05/01/1990'],
    ['homeLocationId', 'denver'],
  ])('%s does not take %j', (field, value) => {
    expect(Object.keys(listMessages(contactCreateBody, { ...ann, [field]: value }))).toEqual([field]);
  });

  test('the bounds themselves are taken', () => {
    const most = {
      firstName: 'x'.repeat(100),
      address: 'x'.repeat(200),
      notes: 'x'.repeat(5000),
      dateOfBirth: '1990-02-28',
    };
    expect(listMessages(contactCreateBody, { ...ann, ...most })).toEqual({});
  });
});

describe('Contact, on edit', () => {
  test.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Email is required'],
    ['homeLocationId', 'Home location is required'],
  ])('a cleared %s: %s', (field, message) => {
    expect(listMessages(contactUpdateBody, { [field]: null })).toEqual({ [field]: message });
    expect(listMessages(contactUpdateBody, { [field]: '' })).toEqual({ [field]: message });
  });

  test('Email address is invalid', () => {
    expect(listMessages(contactUpdateBody, { email: 'ann' })).toEqual({ email: 'Email address is invalid' });
  });

  test('an absent field stays, null or empty text empties an optional one', () => {
    expect(contactUpdateBody.parse({})).toEqual({});
    expect(contactUpdateBody.parse({ address: '', city: null, dateOfBirth: '', phone: null })).toEqual({
      address: null,
      city: null,
      dateOfBirth: null,
      phone: '',
    });
  });

  test('an empty dateOfBirth is omitted by the form', () => {
    expect(JSON.stringify(contactEditForm.parse({ dateOfBirth: '', updatedAt: '2026-03-10T18:00:00.000Z' }))).toBe(
      '{"updatedAt":"2026-03-10T18:00:00.000Z"}',
    );
  });
});

test.each([undefined, null, '', '  '])('Note %j: Note is required', (text) => {
  expect(listMessages(contactNoteBody, { text })).toEqual({ text: 'Note is required' });
});

test('a note has up to 5,000 characters, without the spaces around it', () => {
  expect(contactNoteBody.parse({ text: ` ${'x'.repeat(5000)} ` }).text).toHaveLength(5000);
  expect(Object.keys(listMessages(contactNoteBody, { text: 'x'.repeat(5001) }))).toEqual(['text']);
});
