import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import { http } from './http.ts';

export type ResourceAdapter = Pick<DataProvider, 'getList' | 'getOne' | 'create' | 'update' | 'delete'>;

interface Paging {
  pagination?: { total?: number; totalCount?: number };
}

/** How a resource of the API differs from another: where it lives, and what its answers are wrapped in. */
export interface Dialect<Row extends RaRecord, One extends RaRecord, List extends object, Answer> {
  /** Below /api: `sales-items`. */
  path: string;
  rows: (answer: List) => Row[];
  one: (answer: Answer) => One;
  /** What a form's values become on the wire; without it they are sent as they are. */
  body?: (values: Record<string, unknown>) => unknown;
}

/**
 * Makes react-admin's verbs out of a dialect. One, create, update and delete are ra-data-simple-rest's own requests;
 * lists are ours, because the API takes `page`, `limit`, `sortBy` and `sortOrder` and answers with an envelope.
 */
export const restAdapter = <Row extends RaRecord, One extends RaRecord, List extends object, Answer>({
  path,
  rows,
  one,
  body = (values) => values,
}: Dialect<Row, One, List, Answer>): ResourceAdapter => ({
  getList: async (_resource, params) => {
    const answer = await http<List>(`/${path}?${listQuery(params)}`, { signal: params.signal });
    const data = rows(answer);
    return { data, total: totalOf(answer) ?? data.length } as never;
  },
  getOne: async (_resource, params) => unwrapped(await rest.getOne(path, params), one),
  create: async (_resource, params) => unwrapped(await rest.create(path, { ...params, data: body(params.data) as never }), one),
  update: async (_resource, params) => unwrapped(await rest.update(path, { ...params, data: body(params.data) as never }), one),
  delete: async (_resource, params) => {
    await rest.delete(path, params);
    return { data: { id: params.id, ...params.previousData } } as never;
  },
});

/** The API's list query: paging, order, and whatever the filter holds; what is empty is left out. */
export const listQuery = ({ pagination, sort, filter }: GetListParams) => {
  const query = new URLSearchParams();
  const values: Record<string, unknown> = {
    page: pagination?.page,
    limit: pagination?.perPage,
    sortBy: sort?.field,
    sortOrder: sort?.order.toLowerCase(),
    ...filter,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query;
};

const totalOf = ({ pagination }: Paging) => pagination?.total ?? pagination?.totalCount;

const unwrapped = <Answer, One>({ data }: { data: unknown }, one: (answer: Answer) => One) => ({ data: one(data as Answer) }) as never;

/** ra-data-simple-rest over our one fetch: it builds the URL and the verb, we send them. */
const rest = simpleRest('', async (url, options) => {
  const text = options?.body;
  const json: unknown = await http(url, {
    method: (options?.method ?? 'GET') as 'GET',
    ...(typeof text === 'string' ? { body: JSON.parse(text) as unknown } : {}),
    signal: options?.signal ?? undefined,
  });
  return { status: 200, headers: new Headers(), body: '', json };
});
