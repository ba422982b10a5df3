import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { onSessionEnd, readSession, startSession } from '#src/authProvider/session.ts';
import { getNow, noteServerTime } from '#src/clock.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { http, httpStream, isNotFound, isOffline, messageFrom } from '#src/dataProvider/http.ts';
import { responseLost, sayLoss } from '#src/dataProvider/sendAttempt.ts';
import { respond, consoleApi } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';
import { unplug } from '#tests/support/unplug.ts';

const signIn = (token = 'a-token') => startSession({ token, user: createUser('admin') });

test('Calls carry the bearer token', async () => {
  signIn();
  const api = consoleApi({ 'GET /companies': () => ({ companies: [] }) });
  await http('/companies');
  expect(api.calls[0]?.headers.get('Authorization')).toBe('Bearer a-token');
});

test("A failed call raises an error with the response's status and body, whose message is the body's", async () => {
  const body = { message: 'A contact with this email already exists', errors: { email: 'Taken' } };
  consoleApi({ 'POST /contacts': () => respond(409, body) });
  await expect(http('/contacts', { method: 'POST', body: {}, stale: [] })).rejects.toMatchObject({
    status: 409,
    body,
    message: body.message,
  });
});

test.each([
  ['no message', {}],
  ['an empty message', { message: '' }],
  ['no JSON', '<html>'],
])("With %s the error's message is 'HTTP {status}: {statusText}'", async (_case, body) => {
  consoleApi({ 'GET /contacts': () => respond(502, body, 'Bad Gateway') });
  await expect(http('/contacts')).rejects.toMatchObject({ status: 502, message: 'HTTP 502: Bad Gateway' });
});

test("Where the status has no text, as in HTTP/2, the error's message is 'HTTP {status}'", async () => {
  consoleApi({ 'GET /contacts': () => respond(502, '<html>') });
  await expect(http('/contacts')).rejects.toMatchObject({ message: 'HTTP 502' });
});

test('A response tells what time it is at the server', async () => {
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  const headers = { Date: 'Mon, 30 Nov 2020 12:00:00 GMT' };
  vi.stubGlobal('fetch', async () => Response.json({}, { headers }));
  await http('/companies');
  expect(getNow().toISOString()).toMatch(/^2020-11-30T12:0/);
});

test("Network failures give 'An unexpected error occurred' with status 500", async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(http('/contacts')).rejects.toMatchObject({ status: 500, message: 'An unexpected error occurred' });
});

test.each([200, 409, 500])(
  'A response of %i that breaks off after its headers is a network failure like one that never came',
  async (status) => {
    const breakingOff = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"message":'));
          controller.error(new TypeError('network error'));
        },
      });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(breakingOff(), { status })));
    const error: unknown = await http('/contacts').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'HttpError', status: 500, message: 'An unexpected error occurred' });
    expect(error).toHaveProperty('body', null);
    expect(isOffline()).toBe(true);
  },
);

test('A call that takes too long is a network failure, one that was given up is not', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const lost = http('/contacts', { signal: AbortSignal.timeout(1) });
  await expect(lost).rejects.toMatchObject({ name: 'HttpError', status: 500, body: null });
  const leaving = new AbortController();
  const left = http('/contacts', { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
});

test.each(['POST', 'PUT', 'DELETE'] as const)(
  'A %s without a key whose answer is lost says what to do after the sentence, unless it changes nothing or was never sent',
  async (method) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const stale = ['contacts'] as const;
    const message = 'An unexpected error occurred. This may have been done already. Check, or try again.';
    await expect(http('/contacts', { method, stale })).rejects.toMatchObject({ status: 500, body: null, message });
    const unexplained = { status: 500, message: 'An unexpected error occurred' };
    await expect(http('/contacts', { method, stale: [] })).rejects.toMatchObject(unexplained);
    await expect(http('/contacts', { method, stale, idempotencyKey: 'k' })).rejects.toMatchObject(unexplained);
    unplug();
    await expect(http('/contacts', { method, stale })).rejects.toMatchObject({ message: 'You are offline.' });
  },
);

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'The server at %s is reached without a network too, so a lost answer leaves open what was done',
  async (host) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    unplug(host);
    const write = http('/contacts', { method: 'POST', stale: ['contacts'], idempotencyKey: 'k' });
    await expect(write.catch((error: unknown) => Promise.reject(sayLoss(error, false)))).rejects.toMatchObject({
      message: responseLost,
    });
  },
);

test.each(['GET', 'POST'] as const)(
  'A page of HTML in place of the response to a %s, as from a sign-in to a network, is a network failure and no success',
  async (method) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Sign in to Wi-Fi</html>')));
    const call = method === 'GET' ? http('/contacts') : http('/contacts', { method, stale: [] });
    await expect(call).rejects.toMatchObject({ status: 500, message: 'An unexpected error occurred', body: null });
  },
);

test('A page in place of a file or of live updates is a lost connection too, and tells no time', async () => {
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Date: 'Mon, 30 Nov 2020 12:00:00 GMT' };
  vi.stubGlobal('fetch', async () => Response.json({}));
  await http('/health');
  expect(isOffline()).toBe(false);
  vi.stubGlobal('fetch', async () => new Response('<html>Sign in to Wi-Fi</html>', { headers }));
  await expect(httpStream('/ledger/csv', new AbortController().signal)).rejects.toMatchObject({
    status: 500,
    message: 'An unexpected error occurred',
  });
  expect(isOffline()).toBe(true);
  expect(getNow().getFullYear()).not.toBe(2020);
});

describe('When a proxy answers in place of the server with a page', () => {
  const page = '<html>404 page not found</html>';
  test('404 does not mean that a record is gone', async () => {
    consoleApi({ 'GET /contacts/1': () => respond(404, page, 'Not Found') });
    const error: unknown = await http('/contacts/1').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status: 404, message: 'HTTP 404: Not Found' });
    expect(isNotFound(error)).toBe(false);
  });

  test('401 does not end the session', async () => {
    signIn();
    consoleApi({ 'GET /contacts': () => respond(401, page) });
    await expect(http('/contacts')).rejects.toMatchObject({ status: 401 });
    expect(readSession()?.token).toBe('a-token');
  });

  test('403 is no denied check-in', async () => {
    consoleApi({ 'POST /checkins': () => respond(403, page) });
    await expect(checkinActions.checkIn({ locationId: 'l', contactId: 'c' }, 'k')).rejects.toMatchObject({
      status: 403,
    });
  });
});

test("An answer without a body is the server's: 'HTTP {status}: {statusText}'", async () => {
  const answer = (status: number, statusText: string) =>
    vi.stubGlobal('fetch', async () => new Response('', { status, statusText }));
  answer(404, 'Not Found');
  const gone: unknown = await http('/contacts/1').catch((failure: unknown) => failure);
  expect(gone).toMatchObject({ status: 404, message: 'HTTP 404: Not Found' });
  expect(isNotFound(gone)).toBe(true);
  answer(500, 'Internal Server Error');
  const message = 'HTTP 500: Internal Server Error';
  await expect(http('/contacts', { method: 'POST', stale: ['contacts'] })).rejects.toMatchObject({ message });
  signIn();
  answer(401, 'Unauthorized');
  await expect(http('/contacts')).rejects.toMatchObject({ status: 401 });
  expect(readSession()).toBeNull();
});

describe('A write that a proxy answers in place of the server', () => {
  const answer = (status: number, statusText: string, body = '<html>') =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, statusText })));
  const write = (idempotencyKey?: string) =>
    http('/contacts', { method: 'POST', stale: ['contacts'], ...(idempotencyKey && { idempotencyKey }) });

  test.each([
    [502, 'Bad Gateway', 'HTTP 502: Bad Gateway.'],
    [504, '', 'HTTP 504.'],
    [520, '', 'HTTP 520.'],
    [522, '', 'HTTP 522.'],
    [524, '', 'HTTP 524.'],
  ])('may have been done: %i', async (status, statusText, sentence) => {
    answer(status, statusText);
    const message = `${sentence} This may have been done already. Check, or try again.`;
    await expect(write()).rejects.toMatchObject({ status, message });
    await expect(write('k').catch((error: unknown) => Promise.reject(sayLoss(error, false)))).rejects.toMatchObject({
      status,
      message: `${sentence} ${responseLost}`,
    });
  });

  test('may have been done: 500', async () => {
    answer(500, 'Internal Server Error');
    const message = 'HTTP 500: Internal Server Error. This may have been done already. Check, or try again.';
    await expect(write()).rejects.toMatchObject({ status: 500, message });
    await expect(write('k').catch((error: unknown) => Promise.reject(sayLoss(error, false)))).rejects.toMatchObject({
      message: responseLost,
    });
  });

  test("stays as it is when the message is the server's", async () => {
    answer(502, 'Bad Gateway', JSON.stringify({ message: 'The bank did not answer' }));
    await expect(write()).rejects.toMatchObject({ message: 'The bank did not answer' });
  });
});

test('A write with a key that began offline was not sent, and one whose connection ended may have been', async () => {
  const plugIn = unplug();
  vi.stubGlobal('fetch', () => {
    unplug();
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const write = () =>
    http('/contacts', { method: 'POST', stale: ['contacts'], idempotencyKey: 'k' }).catch((error: unknown) =>
      Promise.reject(sayLoss(error, false)),
    );
  await expect(write()).rejects.toMatchObject({ message: 'You are offline.' });
  plugIn();
  await expect(write()).rejects.toMatchObject({ message: responseLost });
});

test('A call that fails while the browser is offline says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  unplug();
  await expect(http('/contacts')).rejects.toMatchObject({ status: 500, message: 'You are offline.' });
});

test('An aborted call is not a network failure', async () => {
  const abort = new AbortController();
  consoleApi({ 'GET /contacts': () => new Promise(() => undefined) });
  const call = http('/contacts', { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('401 anywhere clears the session', async () => {
  signIn();
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  consoleApi({ 'GET /contacts': () => respond(401, { message: 'Token expired' }) });
  await expect(http('/contacts')).rejects.toMatchObject({ status: 401, message: 'Token expired' });
  expect(readSession()).toBeNull();
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test('401 to a call of an earlier session does not end the new one', async () => {
  signIn('old');
  consoleApi({
    'GET /contacts': () => {
      signIn('new');
      return respond(401, { message: 'Token expired' });
    },
  });
  await expect(http('/contacts')).rejects.toMatchObject({ status: 401 });
  expect(readSession()?.token).toBe('new');
});

test('The key of an attempt is sent as Idempotency-Key', async () => {
  const api = consoleApi({ 'POST /checkins': () => ({}) });
  await http('/checkins', { method: 'POST', body: { a: 1 }, stale: [], idempotencyKey: 'k1' });
  expect(api.calls[0]?.headers.get('Idempotency-Key')).toBe('k1');
  expect(api.calls[0]?.body).toEqual({ a: 1 });
});

test('A form with files is sent unchanged, so that the browser sets its boundary', async () => {
  const api = consoleApi({ 'POST /contacts/1/image': () => ({}) });
  const body = new FormData();
  await http('/contacts/1/image', { method: 'POST', body, stale: [] });
  expect(api.calls[0]?.body).toBe(body);
  expect(api.calls[0]?.headers.has('Content-Type')).toBe(false);
});

test("The server's message is preferred to the screen's fallback", async () => {
  consoleApi({ 'GET /contacts': () => respond(500, { message: 'The database is away' }) });
  const error: unknown = await http('/contacts').catch((failure: unknown) => failure);
  expect(messageFrom(error, 'Failed to fetch contacts')).toBe('The database is away');
  expect(messageFrom(new Error(''), 'Failed to fetch contacts')).toBe('Failed to fetch contacts');
});
