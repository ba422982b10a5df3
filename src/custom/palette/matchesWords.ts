/** Whether each word of the text begins a word of the phrase; 'check in' and 'checkin' both find 'Check-ins'. */
export const matchesWords = (phrase: string, text: string) => {
  const words = wordsOf(phrase);
  return wordsOf(text).every((wanted) => words.some((word) => word.startsWith(wanted))) || words.join('').startsWith(wordsOf(text).join(''));
};

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
