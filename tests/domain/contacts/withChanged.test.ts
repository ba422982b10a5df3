import { expect, test } from 'vitest';
import { withChanged } from '#domain/contacts/findPeople.ts';
import type { Person } from '#domain/contacts/peopleContract.ts';
import { peopleMax } from '#domain/shared/limits.ts';

const person = (firstName: string, id = firstName): Person => ({
  id,
  firstName,
  lastName: 'Lee',
  email: '',
  phone: null,
  homeLocationId: 'north',
  isMember: true,
  searchText: firstName.toLowerCase(),
});
const held = ['ann', 'Bea', 'Émile', 'Zoe'].map((name) => person(name));
const names = (people: readonly Person[] | null) => people?.map(({ firstName }) => firstName);

test.each([
  ['who is added stands where their name does', ['eva'], [person('eva')], ['ann', 'Bea', 'Émile', 'eva', 'Zoe']],
  ['who comes first or last too', ['a', 'zz'], [person('a'), person('zz')], ['a', 'ann', 'Bea', 'Émile', 'Zoe', 'zz']],
  ['who is renamed moves', ['Bea'], [person('Yan', 'Bea')], ['ann', 'Émile', 'Yan', 'Zoe']],
  ['who is no longer found is gone', ['Bea', 'nobody'], [], ['ann', 'Émile', 'Zoe']],
  ['who did not change stays', ['Bea'], [person('Bea')], ['ann', 'Bea', 'Émile', 'Zoe']],
])('%s', (_case, ids, rows, expected) => {
  expect(names(withChanged(held, ids, rows))).toEqual(expected);
});

test('contacts with the same first name stand in the order of their ids', () => {
  const same = ['1', '3', '5'].map((id) => person('Sam', id));
  expect(withChanged(same, ['4'], [person('Sam', '4')])?.map(({ id }) => id)).toEqual(['1', '3', '4', '5']);
});

test('more people than are held in memory are none', () => {
  const full = Array.from({ length: peopleMax }, (_, n) => person('Sam', String(n).padStart(5, '0')));
  expect(withChanged(full, ['00001'], [person('Tom', '00001')])).toHaveLength(peopleMax);
  expect(withChanged(full, ['new'], [person('Tom', 'new')])).toBeNull();
});
