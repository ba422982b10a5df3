import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const modules = import.meta.glob<Record<string, unknown>>('../../domain/*/*.ts', { eager: true });
const schemas = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module)
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .map(([name, schema]) => [`${file.split('/').slice(-2).join('/')} ${name}`, schema] as const),
);
const isInput = (name: string) => /(?:Body|Query|Params|Form|Fields)$/.test(name);
/** Shared schemas that only occur within inputs. */
const isInputPart = (name: string) =>
  /^(?:shared\/(?:fields|contract)\.ts (?:query\w+|expectedUpdatedAt)|locations\/contract\.ts salesTaxRate|contact-import\/contract\.ts importedMembership)$/.test(
    name,
  );
const inputs = schemas.filter(([name]) => isInput(name) || isInputPart(name));
const responses = schemas.filter(([name]) => !isInput(name) && !isInputPart(name));

test('every contract is covered', () => {
  expect(Object.keys(modules).length).toBeGreaterThanOrEqual(15);
  expect(inputs.length).toBeGreaterThan(25);
  expect(responses.length).toBeGreaterThan(40);
});

describe('Requests can be described by OpenAPI', () => {
  test.each(inputs)('%s', (_name, schema) => {
    expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('$schema');
  });
});

describe('Responses can be described by OpenAPI and contain only JSON values', () => {
  test.each(responses)('%s', (_name, schema) => {
    expect(z.toJSONSchema(schema, { io: 'output' })).toEqual(
      z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
    );
  });
});

describe('Unknown fields are never kept', () => {
  test.each(inputs)('%s', (_name, schema) => {
    const catchall = schema instanceof z.ZodObject ? schema.def.catchall : undefined;
    // A strict object refuses them.
    expect(catchall === undefined || catchall instanceof z.ZodNever).toBe(true);
  });
});
