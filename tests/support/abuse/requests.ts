import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { hostileBody, hostileHeaders, hostileText } from './hostile.ts';
import { around, type JsonSchema, type Known } from './schemaValues.ts';

interface Parameter {
  in: 'path' | 'query';
  name: string;
  schema: JsonSchema;
  required?: boolean;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface DocumentedRoute {
  method: string;
  path: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** Each status that is described by itself, and not as any other refusal. */
  statuses: number[];
}

export interface AbusiveRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

/** Every route as the OpenAPI document describes it. */
export function documentedRoutes(app: FastifyInstance): DocumentedRoute[] {
  const document = app.swagger() as unknown as Document;
  const resolved = (schema: JsonSchema | undefined): JsonSchema | undefined =>
    schema &&
    JSON.parse(JSON.stringify(schema), (_key, part) =>
      part?.$ref ? resolved(document.components.schemas[part.$ref.split('/').at(-1)]) : part,
    );
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: resolved(requestBody?.content['application/json']?.schema),
      statuses: Object.keys(responses).map(Number).filter(Number.isInteger),
    })),
  );
}

/** Requests to one route, each part close to what the document says, or far from it. */
export const requestsTo = (
  { method, path, parameters, body }: DocumentedRoute,
  known: Known,
): fc.Arbitrary<AbusiveRequest> =>
  fc
    .record({
      path: paths(path, parameters, known),
      query: queries(parameters, known),
      headers: hostileHeaders,
      body: method === 'GET' ? fc.constant<Body>({}) : bodies(body, known),
    })
    .map((request) => ({
      method,
      url: `${request.path}${request.query}`,
      payload: request.body.payload,
      headers: { ...request.body.headers, ...request.headers },
    }));

/** Encodes any text: half a surrogate pair cannot be encoded, and becomes bytes that are not UTF-8. */
const encoded = (text: string) =>
  text
    .split(/([\ud800-\udfff])/u)
    .map((part) => (/^[\ud800-\udfff]$/u.test(part) ? '%ed%a0%80' : encodeURIComponent(part)))
    .join('');

const rawSegments = [
  '%zz',
  '%00',
  '%ff',
  '%',
  '..',
  '.',
  '',
  '%2e%2e',
  '%2f',
  '*',
  ':id',
  '1',
  `${'a'.repeat(301)}`,
  'x;y=z',
  '%252e',
] as const;

function paths(path: string, parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  const holes = parameters.filter((parameter) => parameter.in === 'path');
  const noun = getNoun(path);
  const fillings = holes.map(({ name }) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(known[name === 'id' ? noun : name.replace(/Id$/, '')] ?? 'nothing') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(known), ...rawSegments) },
      { weight: 1, arbitrary: hostileText.map((text) => encoded(text.slice(0, 400))) },
    ),
  );
  return fc
    .tuple(...fillings)
    .map((values) =>
      holes.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path),
    );
}

/** The noun in a path: `/api/sales-items/{id}` is about a `salesItem`. */
const getNoun = (path: string) =>
  (path.split('/')[2] ?? '')
    .replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

const rawQueries = [
  '?',
  '?&&&',
  '?=',
  '?%zz',
  '?%00=%00',
  '?%ff=%ff',
  '?__proto__=1',
  '?a[b]=1',
  '?constructor[prototype][x]=1',
  `?${'a=1&'.repeat(2_000)}`,
] as const;

function queries(parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  const model = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => [
        name,
        fc.oneof({ weight: 5, arbitrary: around(schema, known, name) }, { weight: 1, arbitrary: hostileText }),
      ]),
  );
  const pairs = fc.record(model, { requiredKeys: [] }).map((values) => {
    const text = Object.entries(values).map(
      ([name, value]) => `${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    return text.length > 0 ? `?${text.join('&')}` : '';
  });
  const twice = pairs.map((text) => `${text}&${text.slice(1)}`);
  return fc.oneof(
    { weight: 8, arbitrary: pairs },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.constantFrom(...rawQueries) },
  );
}

interface Body {
  headers?: Record<string, string>;
  payload?: string;
}

function bodies(schema: JsonSchema | undefined, known: Known): fc.Arbitrary<Body> {
  const json = (payload: string): Body => ({ headers: { 'content-type': 'application/json' }, payload });
  const near = schema ? around(schema, known).map((value) => json(JSON.stringify(value))) : forms;
  const cut = fc
    .tuple(near, fc.nat(400))
    .map(([{ headers, payload = '' }, end]) => ({ ...(headers && { headers }), payload: payload.slice(0, end) }));
  return fc.oneof(
    { weight: 10, arbitrary: near },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: hostileBody.map(json) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** Forms with a file, valid and broken ones. */
const forms: fc.Arbitrary<Body> = fc
  .record({
    fields: fc.array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom(
            'name',
            'description',
            'displayOrder',
            'companyId',
            'locationId',
            'pdf',
            'image',
            '__proto__',
            '',
          ),
          hostileText,
        ),
        hostileText,
      ),
      { maxLength: 6 },
    ),
    field: fc.constantFrom('pdf', 'image', 'file', ''),
    name: hostileText,
    bytes: fc.constantFrom(
      '%PDF-1.7\n%%EOF',
      'GIF89a',
      '\x89PNG\r\n\x1a\n',
      '<svg onload="alert(1)"/>',
      '',
      'x'.repeat(50_000),
    ),
    end: fc.constantFrom('--edge--\r\n', '--edge\r\n', '', '--edge--'),
  })
  .map(({ fields, field, name, bytes, end }) => {
    const part = (head: string, content: string) =>
      `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const text = fields.map(([key, value]) => part(`name="${key}"`, value)).join('');
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `${text}${part(`name="${field}"; filename="${name}"`, bytes)}${end}`,
    };
  });
