import { operations as operationTexts } from '#server/documentation/operations/index.ts';
import { parameters as parameterTexts } from '#server/documentation/parameters.ts';
import { properties as propertyTexts, special } from '#server/documentation/properties/index.ts';
import { expect, test } from 'vitest';
import { findUndescribed } from '../../../scripts/lib/undescribed.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const door = await addDevice(server, gym, 'door');

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: object }> };
  parameters?: { name: string }[];
  'x-access': string;
}

/** What only a real password, token or passkey would pass: its form is right. */
const isOfSecrets = (message: string) =>
  /^(?:Current password is wrong|This link was used already or has expired|This took too long or was tried before)/.test(
    message,
  );

test('the server takes the example of every request body', async () => {
  const { paths } = (await server.anonymous.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const refused: unknown[] = [];
  let tried = 0;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { operationId, requestBody, parameters = [], 'x-access': access }] of Object.entries(
      operations,
    )) {
      const body = requestBody?.content['application/json']?.example;
      if (body === undefined) continue;
      tried += 1;
      const by = access === 'device' ? door.caller : access === 'public' ? server.anonymous : gym.by.admin;
      const url = path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '0190a1b2-0000-7000-8000-000000000001');
      const query = parameters.some(({ name }) => name === 'companyId') ? `?companyId=${gym.companyId}` : '';
      const answer = await by[method as keyof Caller](`${url}${query}`, { body });
      if (answer.status === 400 && !isOfSecrets(answer.body.message)) refused.push([operationId, answer.body, body]);
    }
  }
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(90);
});

test('what is not described is found', async () => {
  const { body: document } = await server.anonymous.get('/openapi.json');
  expect(findUndescribed(document)).toEqual([]);
  const { get } = document.paths['/api/contacts'];
  get.description = 'An API key needs the scope `contacts:list`.';
  get.parameters[0].description = '';
  delete get.responses['200'].content['application/json'].example;
  delete document.components.schemas.Contact.properties.tags.description;
  expect(findUndescribed(document)).toEqual([
    'listContacts has no description',
    'listContacts: page has no description',
    'listContacts: 200 has no example of application/json',
    'Contact.tags has no description',
  ]);
});

test('every text of the documentation describes something', async () => {
  const { body } = await server.anonymous.get('/openapi.json');
  const document = JSON.stringify(body);
  const isSaid = (text: string) => document.includes(JSON.stringify(text).slice(1, -1));
  const texts = Object.entries({ ...operationTexts, ...parameterTexts, ...propertyTexts, ...special });
  expect(texts.filter(([, text]) => !isSaid(text)).map(([name]) => name)).toEqual([]);
});
