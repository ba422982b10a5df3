import { trimUnseen } from './trimUnseen.ts';
import { phoneSearchText } from './phone.ts';
import { searchWords } from './textSearch.ts';

/** 'neil' begins a word of O'Neil. */
export const wordStarts = [' ', '-', "'"];

/** The condition of a search for people: either all of `words` or one of `others` occurs in their name, email or phone. */
export interface PeopleSearch {
  words: string[];
  others: string[];
}

/**
 * 'Harper, Anthony' and 'harp ant' are two words in any order. A phone number is one text, which is also looked up by its
 * digits. A comma within an amount ('1,234.50') does not split it.
 */
export function peopleSearch(typed: string): PeopleSearch {
  const text = trimUnseen(typed);
  const phone = phoneSearchText(text);
  if (phone !== null) return { words: [text], others: [phone] };
  return { words: searchWords(text).map((word) => phoneSearchText(word) ?? word), others: [] };
}
