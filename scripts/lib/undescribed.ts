interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  [key: string]: unknown;
}
interface Media {
  example?: unknown;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What the description of the API leaves unsaid, one line each. */
export function findUndescribed(given: unknown): string[] {
  const { paths, components } = given as Document;
  const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs));
  return [
    ...operations.flatMap(inOperation),
    ...operations.flatMap((operation) => inSchema(operation, operation.operationId)),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => inSchema(schema, name)),
  ];
}

const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';

function inOperation({
  operationId,
  summary,
  description,
  parameters = [],
  requestBody,
  responses,
}: Operation): string[] {
  return [
    // What opens it to keys is said of every operation, and is no description.
    ...(isText(description?.replace(/(?:An API key needs|Open to every API key).*$/s, ''))
      ? []
      : [`${operationId} has no description`]),
    ...(isText(summary) ? [] : [`${operationId} has no summary`]),
    ...parameters
      .filter((one) => !isText(one.description))
      .map(({ name }) => `${operationId}: ${name} has no description`),
    ...withoutExample(requestBody?.content, `${operationId}: the request`),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      withoutExample(content, `${operationId}: ${status}`),
    ),
  ];
}

/** A file, and a stream of events, is described by its type. */
const needsExample = (type: string) => type === 'application/json' || type === 'text/csv';

const withoutExample = (content: Record<string, Media> = {}, where: string) =>
  Object.entries(content)
    .filter(([type, { example }]) => needsExample(type) && example === undefined)
    .map(([type]) => `${where} has no example of ${type}`);

function inSchema(part: unknown, where: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties, ...others } = part as Schema;
  const named = isProperties(properties) ? Object.entries(properties) : [];
  return [
    ...named.filter(([, one]) => !isText(one.description)).map(([name]) => `${where}.${name} has no description`),
    ...named.flatMap(([name, one]) => inSchema(one, `${where}.${name}`)),
    ...Object.entries(others)
      .filter(([key]) => key !== 'example')
      .flatMap(([, one]) => inSchema(one, where)),
  ];
}

const isProperties = (properties: unknown): properties is Record<string, Schema> =>
  typeof properties === 'object' && properties !== null;
