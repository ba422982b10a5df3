const toKey = (tag: string) => tag.toLowerCase();

/** Each tag once, case-insensitively; the first spelling stays. */
export function uniqueTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(toKey(tag))) byKey.set(toKey(tag), tag);
  return [...byKey.values()];
}

/** Parses tags in a file or a query: separated by commas or semicolons. */
export const readTags = (text: string): string[] =>
  uniqueTags(
    text
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  );

export const writeTags = (tags: readonly string[]): string => tags.join(', ');

/** The tags in their existing spelling, if they exist. */
export function spellTags(tags: readonly string[], existing: readonly string[]): string[] {
  const spelling = new Map(existing.map((tag) => [toKey(tag), tag]));
  return uniqueTags(tags).map((tag) => spelling.get(toKey(tag)) ?? tag);
}
