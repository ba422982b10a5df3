const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Ignores accents and capitals, and accepts the last name first. */
export const isSameName = (typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some(
    (name) => collator.compare(tidy(typed), tidy(name)) === 0,
  );

const tidy = (text: string) => text.replaceAll(/[\s,]+/g, ' ').trim();
