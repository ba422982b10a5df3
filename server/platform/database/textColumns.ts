import { mapValues } from 'es-toolkit';

/** Keyed by the fields of the contract. An empty text is null on the wire. */
export const readTexts = <Field extends string, Column extends string>(
  columns: Readonly<Record<Field, Column>>,
  row: Readonly<Record<Column, string>>,
): Record<Field, string | null> => mapValues(columns, (column) => row[column] || null);

/** An absent text is left out, a cleared one becomes empty. */
export function writeTexts<Field extends string, Column extends string>(
  columns: Readonly<Record<Field, Column>>,
  body: Readonly<Partial<Record<Field, string | null | undefined>>>,
): Partial<Record<Column, string>> {
  const written: Partial<Record<Column, string>> = {};
  for (const field of Object.keys(columns) as Field[]) {
    const text = body[field];
    if (text !== undefined) written[columns[field]] = text ?? '';
  }
  return written;
}
