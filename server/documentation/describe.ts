import { buildExample, type Schema } from './buildExample.ts';
import { operationExamples } from './operationExamples.ts';
import { operations } from './operations/index.ts';
import { parameters, withoutParameter } from './parameters.ts';
import { properties, special } from './properties/index.ts';
import { tags } from './tags.ts';

interface Media {
  schema?: Schema;
  example?: unknown;
}
type Content = Record<string, Media>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Operation {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  'x-scope'?: string;
}

export interface Described {
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Adds a description to each tag, operation, parameter and property, and examples to bodies and responses. */
export function describe(document: Described): void {
  document.tags = Object.entries(tags).map(([name, description]) => ({ name, description }));
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) describeProperties(schema, toOwner(name));
  for (const operation of Object.values(document.paths).flatMap((verbs) => Object.values(verbs)))
    describeOperation(operation, schemas);
}

function describeOperation(operation: Operation, schemas: Record<string, Schema>): void {
  const { operationId, requestBody, responses } = operation;
  operation.description = [operations[operationId], operation.description].filter(Boolean).join('\n\n');
  for (const parameter of operation.parameters ?? []) {
    const text = describeParameter(parameter, operationId);
    if (text) parameter.description = text;
  }
  const given = operationExamples[operationId] ?? {};
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    describeProperties(media.schema, operationId);
    if (type === 'application/json') setExample(media, given.request, schemas);
  }
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(content)) {
      describeProperties(media.schema, operationId);
      if (type === 'application/json')
        setExample(media, given.responses?.[status] ?? toRefusal(status, media, operation), schemas);
      if (type === 'text/csv') media.example = csvExample;
    }
  }
}

function describeParameter({ name, required, description, schema }: Parameter, operationId: string): string {
  const without = required ? '' : (withoutParameter[`${operationId}.${name}`] ?? withoutParameter[name]);
  const limits =
    name === 'limit' && typeof schema === 'object'
      ? `From ${schema.minimum} to ${schema.maximum?.toLocaleString('en-US')}, and ${String(schema.default)} unless told.`
      : '';
  return [withBounds(parameters[name], description), without, limits].filter(Boolean).join(' ');
}

/** A date's own description says only how early and late it may be. */
function withBounds(meaning: string | undefined, own: string | undefined): string {
  if (own === undefined || !/^From \d/.test(own)) return own ?? meaning ?? '';
  return [meaning, `${own}.`].filter(Boolean).join(' ');
}

function setExample(media: Media, given: unknown, schemas: Record<string, Schema>): void {
  const example = given === undefined && media.schema ? buildExample(media.schema, schemas) : given;
  if (example !== undefined) media.example = example;
}

const csvExample = 'Date,Name,Amount\r\n2026-03-01,All-Access Monthly,49.99\r\n';

/** Of a response that has the shape of any refusal. */
function toRefusal(status: string, { schema }: Media, { 'x-scope': scope }: Operation): unknown {
  if (!/\/(?:Problem|Forbidden)$/.test(schema?.$ref ?? '')) return undefined;
  if (status === '401' && scope) return { message: 'This API key is wrong, was revoked or no longer works' };
  if (status === '403' && scope && scope !== 'any') return { message: `This API key needs the scope ${scope}` };
  return problems[status];
}

const problems: Record<string, unknown> = {
  400: { message: 'Email is required', errors: { email: 'Email is required' } },
  401: { message: 'Please sign in again' },
  403: { message: 'Your access level cannot do this' },
  404: { message: 'Contact not found' },
  409: {
    message: 'A contact with this email already exists',
    errors: { email: 'A contact with this email already exists' },
  },
  422: { message: 'This Idempotency-Key was used for another request' },
  429: { message: 'Too many requests with this API key. Please slow down.' },
  default: { message: 'The database does not answer. Please try again.' },
};

/** Bodies are listed with `Input` after their names. */
const toOwner = (name: string) => name.replace(/Input$/, '');

function describeProperties(schema: Schema | undefined, owner: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    property.description = special[`${owner}.${name}`] ?? withBounds(properties[name], property.description);
    describeProperties(property, owner);
  }
  for (const part of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flat())
    describeProperties(part, owner);
  describeProperties(schema.items, owner);
  if (typeof schema.additionalProperties === 'object') describeProperties(schema.additionalProperties, owner);
}
