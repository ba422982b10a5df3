import { peopleMax } from '#domain/shared/limits.ts';
import { peopleSearch, wordStarts } from '#domain/shared/peopleSearch.ts';
import { toSearchText, toSpellings } from '#domain/shared/textSearch.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { Person } from './peopleContract.ts';

/**
 * The first of these people whom the server's search finds by the same text, as `byRelevance` in the server orders them: those whose
 * first name begins with what was typed, then with another name that does, with an email or phone, then the others, and each in their
 * order.
 */
export function findPeople(people: readonly Person[], typed: string, limit: number): Person[] {
  const search = peopleSearch(typed);
  const words = search.words.map(toSearchText);
  const others = search.others.map(toSearchText);
  const isFound = (text: string) =>
    words.every((word) => text.includes(word)) || others.some((other) => text.includes(other));
  const wordBeginnings = words.map(toBeginnings);
  const otherBeginnings = others.flatMap(toBeginnings);
  const isBegun = (text: string) => {
    const spaced = ` ${text}`;
    const has = (beginning: string) => spaced.includes(beginning);
    return wordBeginnings.every((beginnings) => beginnings.some(has)) || otherBeginnings.some(has);
  };
  const byFirstName: Person[] = [];
  const byAnyName: Person[] = [];
  const byEmailOrPhone: Person[] = [];
  const rest: Person[] = [];
  for (const person of people) {
    if (!isFound(person.searchText)) continue;
    const name = toSpellings(fullName(person));
    if (!isBegun(person.searchText)) rest.push(person);
    else if (!isBegun(name)) byEmailOrPhone.push(person);
    else if (name.startsWith(words[0] ?? '')) byFirstName.push(person);
    else byAnyName.push(person);
    if (byFirstName.length === limit) break;
  }
  return [...byFirstName, ...byAnyName, ...byEmailOrPhone, ...rest].slice(0, limit);
}

const collator = new Intl.Collator('en');
const byName = (one: Person, other: Person) =>
  collator.compare(one.firstName, other.firstName) || (one.id < other.id ? -1 : 1);

/**
 * These people, in their order, with the rows of those with these ids as they are now: who has none is gone. Null if there are more
 * than are held in memory.
 */
export function withChanged(
  people: readonly Person[],
  ids: readonly string[],
  rows: readonly Person[],
): Person[] | null {
  const changed = new Set(ids);
  const all = [...people.filter(({ id }) => !changed.has(id)), ...rows].toSorted(byName);
  return all.length > peopleMax ? null : all;
}

const toBeginnings = (word: string) => wordStarts.map((start) => start + word);
