import { chunk } from 'es-toolkit';
import simpleRest from 'ra-data-simple-rest';
import {
  HttpError,
  type CreateResult,
  type DataProvider,
  type DeleteManyResult,
  type DeleteResult,
  type GetListResult,
  type GetManyResult,
  type GetOneResult,
  type RaRecord,
  type UpdateManyResult,
  type UpdateResult,
} from 'react-admin';
import { listIdsMax } from '#domain/shared/limits.ts';
import { findSaved } from './editConflict.ts';
import { fetchJson, http } from './http.ts';
import { toListQuery, toPage, withFormErrors, type Paging } from './lists.ts';
import type { Stale } from './stale.ts';

interface ResourceConfig<Row extends RaRecord, One extends RaRecord, List extends object, Response> {
  /** Below /api: `sales-items`. */
  path: string;
  rows: (response: List) => Row[];
  one: (response: Response) => One;
  /** The API returns the whole list, which is searched, sorted and paginated here. */
  listsWhole?: boolean;
  /** The query string of calls about one record. */
  toQuery?: (meta: Meta | undefined) => string;
  lacks?: readonly Verb[];
  /** The fields of an update, where they are not those of the record. */
  asSent?: (record: One) => object;
  stale?: Stale;
}

interface Meta {
  companyId?: string;
  /** Set for a create, which is repeated after a lost response. */
  idempotencyKey?: string;
}

type Verb = 'getOne' | 'create' | 'update' | 'delete';

/**
 * React-admin's nine methods for a resource of the console, typed by its contract; `createDataProvider` is for applications of others,
 * and knows no contract. Calls about one record are ra-data-simple-rest's, over an HTTP client that unwraps
 * the API's envelopes. Lists are our own, since the API takes `page`, `limit`, `sortBy` and `sortOrder`. The API
 * writes one record a call, so `updateMany` and `deleteMany` make one call for each.
 */
export const restResource = <Row extends RaRecord, One extends RaRecord, List extends object, Response>({
  path,
  rows,
  one,
  listsWhole = false,
  toQuery = () => '',
  lacks = [],
  asSent,
  stale,
}: ResourceConfig<Row, One, List, Response>) => {
  const rest = (verb: Verb, meta?: Meta, deleted?: string) => {
    if (lacks.includes(verb)) throw new HttpError(`The API has no ${verb} for ${path}`, 405);
    return simpleRest('', async (url: string, options) => {
      const response = await fetchJson(url + toQuery(meta), {
        ...options,
        deleted,
        ...(verb !== 'getOne' && { stale }),
        ...(meta?.idempotencyKey && { idempotencyKey: meta.idempotencyKey }),
      });
      return verb === 'delete' ? response : { ...response, json: one(response.json as Response) };
    });
  };

  const resource = {
    getList: async (_resource, params): Promise<GetListResult> => {
      if (listsWhole) return toPage(path, rows(await http<List>(`/${path}`, { signal: params.signal })), params);
      const response = await http<List & Paging>(`/${path}?${toListQuery(params)}`, { signal: params.signal });
      const data = rows(response);
      return { data, total: response.pagination?.total ?? response.pagination?.totalCount ?? data.length };
    },
    getManyReference: (name, { target, id, filter, ...params }): Promise<GetListResult> =>
      resource.getList(name, { ...params, filter: { ...filter, [target]: id } }),
    getOne: async (_resource, params): Promise<GetOneResult> => rest('getOne', params.meta).getOne(path, params),
    // A deleted record is left out, as in a list.
    getMany: async (_resource, { ids, meta, signal }): Promise<GetManyResult> => {
      if (listsWhole)
        return { data: rows(await http<List>(`/${path}`, { signal })).filter(({ id }) => ids.includes(id)) };
      const calls = chunk(ids, listIdsMax).map((some) => {
        const query = new URLSearchParams(toQuery(meta));
        query.set('ids', some.join());
        query.set('limit', String(some.length));
        return http<List>(`/${path}?${query}`, { signal });
      });
      return { data: (await Promise.all(calls)).flatMap(rows) };
    },
    // `CreatePage` turns an error into one of its form, once it is known whether the response was lost.
    create: async (_resource, params): Promise<CreateResult> => rest('create', params.meta).create(path, params),
    update: async (_resource, { id, data, meta, previousData }): Promise<UpdateResult> => {
      const read = async () => (await rest('getOne', meta).getOne<One>(path, { id })).data;
      const saved = rest('update', meta)
        .update(path, { id, data, previousData })
        .catch(async (refusal: unknown) => ({ data: await findSaved(refusal, data, read, asSent) }));
      return withFormErrors(saved);
    },
    updateMany: async (_resource, params): Promise<UpdateManyResult> =>
      rest('update', params.meta).updateMany(path, params),
    delete: async (_resource, params): Promise<DeleteResult> => {
      await rest('delete', params.meta, String(params.id)).delete(path, params);
      return { data: { id: params.id, ...params.previousData } };
    },
    deleteMany: async (_resource, params): Promise<DeleteManyResult> => {
      await rest('delete', params.meta).deleteMany(path, params);
      return { data: [...params.ids] };
    },
  } satisfies DataProvider;
  return resource;
};
