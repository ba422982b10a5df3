import { peopleSearch } from '#domain/shared/peopleSearch.ts';
import type { Person } from './peopleContract.ts';

/** The first of these people, in their order, whom the server's search finds by the same text. */
export function findPeople(people: readonly Person[], typed: string, limit: number): Person[] {
  const search = peopleSearch(typed);
  const words = search.words.map(toSearchText);
  const others = search.others.map(toSearchText);
  const found: Person[] = [];
  for (const person of people) {
    const { searchText } = person;
    if (words.every((word) => searchText.includes(word)) || others.some((other) => searchText.includes(other)))
      found.push(person);
    if (found.length === limit) break;
  }
  return found;
}

const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Lower-cased and without accents, as `search_words` does it in the database. */
const toSearchText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[øłđðħıŧ’‘ʼßæœþ]/g, (letter) => letters[letter] ?? letter);
