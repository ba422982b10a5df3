const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Whether somebody with this name could have typed that: without accents and capitals, and with the last name first. */
export const isSameName = (typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some(
    (name) => collator.compare(tidy(typed), tidy(name)) === 0,
  );

const tidy = (text: string) => text.replaceAll(/[\s,]+/g, ' ').trim();
