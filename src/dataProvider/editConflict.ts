import { isEqual } from 'es-toolkit';
import { HttpError } from 'react-admin';
import { changedMeanwhile } from '#domain/shared/limits.ts';
import { isSameBody } from './attempts.ts';

/** Somebody else saved first. Any other conflict, such as an email in use, stays one. */
export const isEditConflict = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 409 && error.message === changedMeanwhile;

/**
 * Returns the record after a save that was refused, if it holds all that was sent: then an earlier save went through and only its
 * response was lost. Throws the refusal otherwise. `asSent` turns a record into the fields that are sent, where those are others.
 */
export async function findSaved<R extends object>(
  refusal: unknown,
  sent: Readonly<Record<string, unknown>>,
  read: () => Promise<R | undefined>,
  asSent: (record: R) => object = (record) => record,
): Promise<R> {
  if (!isEditConflict(refusal)) throw refusal;
  const newest = await read().catch(() => undefined);
  const stored = new Map(Object.entries(newest ? asSent(newest) : {}));
  const fields = Object.keys(sent).filter((name) => name !== 'updatedAt');
  if (!newest || !fields.every((name) => isEqual(sent[name] || null, stored.get(name) || null))) throw refusal;
  return newest;
}

export const saveAgain = 'Your changes are still here. Save again to overwrite the other changes.';

/** The changed fields. Only these are sent, so that nothing else is overwritten. */
export const changedFields = <R extends object>(values: R, record: object): Partial<R> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isSameBody(orNull(value), orNull((record as Record<string, unknown>)[name])),
    ),
  ) as Partial<R>;

const orNull = (value: unknown) => (value === '' ? null : (value ?? null));
