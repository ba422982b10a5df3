/** What a form holds that its record does not: only that is sent, so that nothing else can be overwritten. */
export const changedFields = <Values extends object>(values: Values, record: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, (record as Record<string, unknown>)[name])),
  ) as Partial<Values>;

const isSame = (a: unknown, b: unknown) => (a ?? null) === (b ?? null);
