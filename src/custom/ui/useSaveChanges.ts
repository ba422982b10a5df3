import { useRef } from 'react';
import { HttpError, useDataProvider, useUpdate, type Identifier, type RaRecord } from 'react-admin';
import { changedFields } from './changedFields.ts';
import { formErrors } from './formErrors.ts';

interface Editable extends RaRecord {
  updatedAt: string;
}

interface Saving<Row extends Editable> {
  resource: string;
  /** The record as it was when the form was opened. */
  record: Row;
  /** The words for a failure without the server's. */
  fallback: string;
  meta?: Record<string, unknown>;
  onSaved: (id: Identifier) => void;
}

/**
 * The `onSubmit` of an edit form: sends what was changed, and the moment at which the record was read. When somebody
 * else was quicker the form stays as it is, says so, and saving once more goes through.
 */
export const useSaveChanges = <Row extends Editable>({ resource, record, fallback, meta, onSaved }: Saving<Row>) => {
  const [update] = useUpdate<Row>();
  const { getOne } = useDataProvider();
  const expectedUpdatedAt = useRef(record.updatedAt);
  return async (values: object) => {
    const data = { ...changedFields(values, record), updatedAt: expectedUpdatedAt.current };
    try {
      await update(resource, { id: record.id, data: data as never, previousData: record, meta }, { returnPromise: true });
      onSaved(record.id);
      return undefined;
    } catch (error) {
      if (!isStale(error)) return formErrors(error, fallback);
      const newest = await getOne<Row>(resource, { id: record.id, meta }).catch(() => undefined);
      if (newest) expectedUpdatedAt.current = newest.data.updatedAt;
      return { root: { serverError: newest ? `${error.message}. ${saveAgain}` : error.message } };
    }
  };
};

const isStale = (error: unknown): error is HttpError => error instanceof HttpError && error.status === 409;

const saveAgain = 'Your changes are still here. Save again to overwrite the other changes.';
