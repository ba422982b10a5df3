import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/server.ts';

interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Schema & { minimum?: number; maximum?: number };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
}

const server = await sharedServer();
const document = (await server.anonymous.get('/openapi.json')).body as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs));
const allParameters = operations.flatMap(({ operationId, parameters = [] }) =>
  parameters.map((parameter) => ({ ...parameter, of: `${operationId}.${parameter.name}` })),
);

function listProperties(schema: Schema, owner: string): { of: string; property: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    { of: `${owner}.${name}`, property },
    ...listProperties(property, `${owner}.${name}`),
  ]);
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...own, ...parts.flatMap((part) => listProperties(part, owner))];
}
const allProperties = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  listProperties(schema, name),
);

test('a boolean is described by what it is true for, and nothing else is', () => {
  const wrong = allProperties
    .filter(({ property: { type, description = '' } }) =>
      type === 'boolean' ? !/^(?:Whether|True|False)\b/.test(description) : /^(?:True|False)\b/.test(description),
    )
    .map(({ of, property }) => `${of}: ${property.description}`);
  expect(wrong).toEqual([]);
});

test('a day is described by what it is for, beside how early and late it may be', () => {
  const described = [...allParameters, ...allProperties.map(({ of, property }) => ({ of, ...property }))];
  expect(described.filter(({ description }) => /^From \d/.test(description ?? '')).map(({ of }) => of)).toEqual([]);
  expect(allParameters.find(({ of }) => of === 'readSalesReport.from')?.description).toBe(
    'The first day, by the location’s calendar. From 1900-01-01 to 2199-12-31.',
  );
});

test('a parameter that has to be sent does not say what is returned without it', () => {
  const needed = allParameters.filter(({ required, description }) => required && description.includes('Without it'));
  expect(needed.map(({ of }) => of)).toEqual([]);
});

test('a limit is described by its own least and most', () => {
  const limits = allParameters.filter(({ name }) => name === 'limit');
  expect(limits.length).toBeGreaterThan(10);
  for (const { description, schema } of limits)
    expect(description).toContain(`From ${schema.minimum} to ${schema.maximum?.toLocaleString('en-US')}`);
});
