/** Marks of direction and spaces without width: phones and contact lists of other programs copy them along. */
const unseen = /[\s\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/;

/** As `trim`, and without what nobody sees at the ends. */
export function trimUnseen(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && unseen.test(text.charAt(start))) start += 1;
  while (end > start && unseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
