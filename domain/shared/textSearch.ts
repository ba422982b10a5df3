const mostWords = 10;

/** Leaves out apostrophes, since whoever types a name does so too. Texts are searched in both spellings. */
export function searchWords(typed: string): string[] {
  const words = typed
    .split(/\s+|,(?!\d)/)
    .map((word) => word.replaceAll(/['’‘ʼ]/g, '') || word)
    .filter((word) => word !== '');
  return (words.length > 0 ? words : [typed]).slice(0, mostWords);
}

/** Ignores capitals, accents and apostrophes, as the server's lists do. */
export function hasWords(text: string, typed: string): boolean {
  const spellings = toSpellings(text);
  return searchWords(typed.trim()).every((word) => spellings.includes(toSearchText(word)));
}

/** A text with an apostrophe stands there without it, too, as `search_spellings` does it in the database. */
export function toSpellings(text: string): string {
  const plain = toSearchText(text);
  return plain.includes("'") ? `${plain.replaceAll("'", '')} ${plain}` : plain;
}

/** Lower-cased and without accents, as `search_words` does it in the database. */
export const toSearchText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[øłđðħıŧ’‘ʼßæœþ]/g, (letter) => letters[letter] ?? letter);

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
