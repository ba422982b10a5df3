import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/server.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const server = await sharedServer();
const api: OpenApi = (await server.anonymous.get('/openapi.json')).body;

const getFields = (operationId: string, status: string): string[] => {
  const operation = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .find((one) => one.operationId === operationId);
  const { $ref = '', properties } = operation?.responses[status]?.content?.['application/json']?.schema ?? {};
  return Object.keys(properties ?? api.components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {}).toSorted();
};

test.each([
  ['listContacts', '403', ['errors', 'message', 'secondFactor']],
  ['payByLink', '409', ['due', 'errors', 'message']],
  ['activateRenewals', '409', ['errors', 'message', 'total']],
  ['changePlan', '409', ['errors', 'message', 'total']],
  ['purchaseMembership', '402', ['error', 'errors', 'message', 'secondFactor', 'success']],
])('a refusal that carries more than its message declares it: %s %s', (operationId, status, fields) => {
  expect(getFields(operationId, status)).toEqual(fields);
});
