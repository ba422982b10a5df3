import { chunk } from 'es-toolkit';
import { v4 as uuid } from 'uuid';
import { fetchUtils, HttpError, type DataProvider, type Options, type RaRecord } from 'react-admin';
import { listIdsMax } from '#domain/shared/limits.ts';
import { toListQuery, toPage, withFormErrors, type Paging } from './lists.ts';

type Json = Record<string, unknown>;
type HttpClient = (url: string, options?: Options) => Promise<{ json: unknown }>;

interface Connection {
  /** The address of the API, such as `https://spotter.example.com/api`. */
  apiUrl: string;
  /** As for other data providers. It adds the bearer token. */
  httpClient?: HttpClient;
}

/**
 * React-admin's nine methods over Spotter's API, for an application of one's own; the console's are `restResource`. A resource is the path of a list, such as
 * `contacts`. What the API has around a record, such as a contact's home location, is beside its fields.
 */
export function createDataProvider({ apiUrl, httpClient = fetchUtils.fetchJson }: Connection): DataProvider {
  const call = async (path: string, options: Options = {}) => {
    const { json } = await httpClient(`${apiUrl}/${path}`, options);
    return json as Json;
  };
  const write = (path: string, method: string, data: unknown) =>
    withFormErrors(call(path, { method, headers: withKey(method), body: JSON.stringify(data) }));
  const toOne = (path: string, id: unknown) => `${path}/${encodeURIComponent(String(id))}`;

  // React-admin's types let callers choose the type of a record.
  const provider: DataProvider = {
    supportAbortSignal: true,
    async getList(resource, params) {
      const { signal } = params;
      const response = await call(`${resource}?${toListQuery(params)}`, { ...(signal && { signal }) });
      const rows = toRows(response) as never[];
      const { pagination } = response as Paging;
      return pagination ? { data: rows, total: pagination.total ?? rows.length } : toPage(resource, rows, params);
    },
    getManyReference: (resource, { target, id, filter, ...params }) =>
      provider.getList(resource, { ...params, filter: { ...filter, [target]: id } }),
    getOne: async (resource, { id }) => ({ data: toRecord(await call(toOne(resource, id))) as never }),
    async getMany(resource, { ids }) {
      const pages = chunk(ids, listIdsMax).map((some) => call(`${resource}?ids=${some.join()}&limit=${some.length}`));
      return { data: (await Promise.all(pages)).flatMap(toRows) as never[] };
    },
    create: async (resource, { data }) => ({ data: toRecord(await write(resource, 'POST', data)) as never }),
    update: async (resource, { id, data }) => ({
      data: toRecord(await write(toOne(resource, id), 'PUT', data)) as never,
    }),
    async updateMany(resource, { ids, data }) {
      for (const id of ids) await write(toOne(resource, id), 'PUT', data);
      return { data: ids };
    },
    async delete(resource, { id, previousData }) {
      await call(toOne(resource, id), { method: 'DELETE' });
      return { data: { ...previousData, id } as never };
    },
    async deleteMany(resource, { ids }) {
      for (const id of ids) await call(toOne(resource, id), { method: 'DELETE' });
      return { data: ids };
    },
  };
  return provider;
}

/** A POST whose response is lost is done once, however often react-admin sends it. */
const withKey = (method: string) => new Headers(method === 'POST' ? { 'Idempotency-Key': uuid() } : {});

const isRecord = (value: unknown): value is RaRecord => typeof value === 'object' && value !== null && 'id' in value;

/** The rows of all lists in a response: those of `GET /locations` come as two. */
const toRows = (response: Json): Json[] => Object.values(response).filter(Array.isArray).flat().map(toRecord);

/** The record of an envelope, such as `{contact, homeLocation}`, with the rest beside its fields. */
function toRecord({ message: _message, ...envelope }: Json): Json {
  if (isRecord(envelope)) return envelope;
  const [name, record] = Object.entries(envelope).find(([, value]) => isRecord(value)) ?? [];
  if (name === undefined) throw new HttpError('The response has no record', 500, envelope);
  const { [name]: _record, ...rest } = envelope;
  return { ...rest, ...(record as RaRecord) };
}
