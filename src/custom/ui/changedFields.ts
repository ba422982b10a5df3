/** The fields of a form that differ from the record it was opened with; an empty one is null. A PUT names these alone. */
export const changedFields = <Values extends object>(values: Values, record: object): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(record));
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before.get(name) ?? null));
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])) as Partial<Values>;
};
