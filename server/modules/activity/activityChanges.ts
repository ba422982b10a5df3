import type { ActivityChange } from '#domain/activity/contract.ts';

type Wire = Readonly<Record<string, unknown>>;
type NamedPart = Wire & { readonly name: string };

/** Fields that every record has and nobody edits. */
const unlogged = new Set(['id', 'companyId', 'createdAt', 'updatedAt']);
/** The log says that these changed, without their values. */
const hidden = /password|secret|token|hash|sealed/i;

/**
 * The fields that a change of a record affects, with the names of its contract. Null stands for a record that does not exist
 * before or after; fields that are empty on the other side are left out.
 */
export function changesBetween(before: Wire | null, after: Wire | null): ActivityChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): ActivityChange[] => {
    const [old, current] = [shown(before?.[field]), shown(after?.[field])];
    if (unlogged.has(field) || JSON.stringify(old) === JSON.stringify(current)) return [];
    return [hidden.test(field) ? { field, before: null, after: null } : { field, before: old, after: current }];
  });
}

/** The same for a part of a record, such as a fee of a location. The part's name always comes first, even when it is unchanged. */
export const changesOfPart = (field: string, before: NamedPart | null, after: NamedPart | null): ActivityChange[] => [
  { field, before: before?.name ?? null, after: after?.name ?? null },
  ...changesBetween(before, after).filter((change) => change.field !== 'name'),
];

function shown(value: unknown): ActivityChange['before'] {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  return JSON.stringify(value);
}
