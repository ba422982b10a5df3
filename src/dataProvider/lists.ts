import { HttpError, type GetListParams, type GetListResult, type RaRecord } from 'react-admin';
import { hasWords } from '#domain/shared/textSearch.ts';

export interface Paging {
  pagination?: { total?: number; totalCount?: number };
}

/**
 * The API's list query: paging, order, and the filter without its empty values. Sorting by `id` is react-admin's default and
 * means no particular order. The API answers unknown parameters with 400.
 */
export const toListQuery = ({ pagination, sort, filter = {} }: Partial<GetListParams>) => {
  const query = new URLSearchParams();
  const { q, ...wanted } = filter;
  const isSorted = sort !== undefined && sort.field !== 'id';
  const values: Record<string, unknown> = {
    page: pagination?.page,
    limit: pagination?.perPage,
    ...(isSorted && { sortBy: sort.field, sortOrder: sort.order.toLowerCase() }),
    search: q,
    ...wanted,
  };
  for (const [name, value] of Object.entries(values)) if (!isEmpty(value)) query.set(name, String(value));
  return query;
};

export const toPage = <Row extends RaRecord>(
  path: string,
  all: Row[],
  { pagination, sort, filter = {} }: Partial<GetListParams>,
): GetListResult<Row> => {
  const { q, search = q, ...wanted } = filter;
  const sortBy = sort?.field ?? 'id';
  const unknown = [...Object.keys(wanted), sortBy].find((name) => all.length > 0 && !all.some((row) => name in row));
  if (unknown) throw new HttpError(`${path} have no ${unknown}`, 400);
  const matching = all.filter(
    (row) =>
      (isEmpty(search) || hasWords(String(row.name), String(search))) &&
      Object.entries(wanted).every(([name, value]) => isEmpty(value) || String(row[name]) === String(value)),
  );
  const direction = sort?.order === 'DESC' ? -1 : 1;
  const sorted =
    sortBy === 'id'
      ? matching
      : matching.toSorted(
          (a, b) => direction * String(a[sortBy]).localeCompare(String(b[sortBy]), 'en', { numeric: true }),
        );
  const { page, perPage } = pagination ?? { page: 1, perPage: matching.length };
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total: matching.length };
};

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** React-admin's forms show the `errors` of a failed save: each under its field, and the whole message for the form. */
export const withFormErrors = async <T>(saved: Promise<T>): Promise<T> => {
  try {
    return await saved;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(error.message, error.status, {
      ...error.body,
      errors: { ...error.body?.errors, root: { serverError: error.message } },
    });
  }
};
