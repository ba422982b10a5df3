import { beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { http, onAccessChange } from '#src/dataProvider/http.ts';
import { createUser } from '#tests/support/records.ts';

let access = 'one';
beforeEach(() => {
  access = 'one';
  startSession({ token: 'a-token', user: createUser('operator') });
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'X-Access': access } }));
});

test('the first access header after a sign-in is no change; a different one is, once', async () => {
  const changed = vi.fn<() => void>();
  const stop = onAccessChange(changed);
  await http('/contacts');
  await http('/contacts');
  expect(changed).not.toHaveBeenCalled();
  access = 'two';
  await http('/contacts');
  await http('/contacts');
  expect(changed).toHaveBeenCalledOnce();
  stop();
});

test('a change while the page was closed is noticed after it is opened again', async () => {
  const changed = vi.fn<() => void>();
  const stop = onAccessChange(changed);
  startSession({ token: 'a-token', user: { ...createUser('operator'), access: 'older' } });
  await http('/contacts');
  expect(changed).toHaveBeenCalledOnce();
  stop();
});

test('a change between the response to the sign-in and the next one is noticed', async () => {
  const changed = vi.fn<() => void>();
  const stop = onAccessChange(changed);
  startSession({ token: 'a-token', user: createUser('operator'), access: 'one' });
  await http('/contacts');
  expect(changed).not.toHaveBeenCalled();
  startSession({ token: 'b-token', user: createUser('operator'), access: 'older' });
  await http('/contacts');
  expect(changed).toHaveBeenCalledOnce();
  stop();
});
