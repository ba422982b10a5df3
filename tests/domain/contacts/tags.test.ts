import { expect, test } from 'vitest';
import { contactCreateBody, contactListQuery } from '#domain/contacts/contract.ts';
import { readTags, spellTags, uniqueTags, writeTags } from '#domain/contacts/tags.ts';

test('a tag occurs once, case-insensitively, in its first spelling', () => {
  expect(uniqueTags(['VIP', 'Éclair', 'vip', 'éCLAIR'])).toEqual(['VIP', 'Éclair']);
});

test('commas and semicolons separate tags, and written tags are read back', () => {
  expect(readTags(' VIP; early bird,, vip ')).toEqual(['VIP', 'early bird']);
  expect(readTags(writeTags(['VIP', 'early bird']))).toEqual(['VIP', 'early bird']);
});

test('a tag takes its existing spelling', () => {
  expect(spellTags(['vip', 'New', 'VIP'], ['VIP', 'Old'])).toEqual(['VIP', 'New']);
});

const body = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@mail.test',
  homeLocationId: '01900000-0000-7000-8000-000000000001',
};
test.each([
  ['too long', ['x'.repeat(31)]],
  ['too many', Array.from({ length: 21 }, (_one, index) => `tag ${index}`)],
  ['empty', [' ']],
  ['with a comma', ['a,b']],
  ['no list', 'VIP'],
])('a contact has at most 20 tags of 30 characters: %s', (_case, tags) => {
  expect(contactCreateBody.safeParse({ ...body, tags }).success).toBe(false);
});

test('a contact keeps 20 tags of 30 characters, and a query names tags by commas', () => {
  const tags = Array.from({ length: 20 }, (_one, index) => `${index} `.padEnd(30, 'x'));
  expect(contactCreateBody.parse({ ...body, tags }).tags).toEqual(tags);
  expect(contactListQuery.parse({ tags: 'VIP, early bird' }).tags).toEqual(['VIP', 'early bird']);
  expect(contactListQuery.parse({ tags: '' }).tags).toBeUndefined();
});
