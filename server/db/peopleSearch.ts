import { phoneSearchText } from '#domain/rules/phone.ts';

/** Words beyond these are ignored. */
const mostWords = 10;

/** How people are searched for: all of `words` are found in their name, email and phone, or one of `others` is. */
export interface PeopleSearch {
  words: string[];
  others: string[];
}

/**
 * Reads a search for people. 'Harper, Anthony' and 'harp ant' are two words that may stand in any order; a phone number
 * is one text, and is looked up by its digits too. A comma within an amount ('1,234.50') does not split it.
 */
export function peopleSearch(typed: string): PeopleSearch {
  const text = typed.trim();
  const phone = phoneSearchText(text);
  if (phone !== null) return { words: [text], others: [phone] };
  const words = text.split(/\s+|,(?!\d)/).filter((word) => word !== '');
  return { words: (words.length > 0 ? words : [text]).map((word) => phoneSearchText(word) ?? word).slice(0, mostWords), others: [] };
}
