import { HttpError } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { getCalls, openCall } from '#src/dataProvider/attempts.ts';
import { http } from '#src/dataProvider/http.ts';
import { explainLoss, responseLost, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { sendCall } from '#src/dataProvider/useIdempotentMutation.ts';
import { createUser } from '#tests/support/records.ts';
import { unplug } from '#tests/support/unplug.ts';

const body = { quantity: 2 };
const send = async (status: number) => {
  const { attempt, wasSent } = openCall('stock', body);
  const answered = sendCall(attempt.key, () => Promise.reject(new HttpError('No', status, null)), wasSent);
  await expect(answered).rejects.toThrow();
};

test('A call that is refused because the session has ended was not done, so a form does not say that it may have been', async () => {
  startSession({ token: 't', user: createUser('admin') });
  await send(401);
  expect(getCalls('stock')).toEqual([]);
});

test('After a lost response the call may have been done, also when its next try finds the session ended', async () => {
  startSession({ token: 't', user: createUser('admin') });
  await send(500);
  await send(401);
  expect(getCalls('stock')).toMatchObject([{ body, isOutcomeUnknown: true }]);
});

/** Returns what the form is told. */
const sendWithoutNetwork = async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  unplug();
  const { attempt, wasSent } = openCall('stock', body);
  const post = () => http('/stock', { method: 'POST', body, stale: ['sales-items'], idempotencyKey: attempt.key });
  return sendCall(attempt.key, post, wasSent).catch((error: unknown) => error);
};

test('A call that began offline was not done, so a form does not say that it may have been', async () => {
  startSession({ token: 't', user: createUser('admin') });
  expect(await sendWithoutNetwork()).toMatchObject({ message: 'You are offline.' });
  expect(getCalls('stock')).toEqual([]);
});

test('After a lost response the call may have been done, also when its next try begins offline', async () => {
  startSession({ token: 't', user: createUser('admin') });
  await send(500);
  expect(await sendWithoutNetwork()).toMatchObject({ message: responseLost });
  expect(getCalls('stock')).toMatchObject([{ body, isOutcomeUnknown: true }]);
});

test('What a proxy refuses was not done, and that says nothing about an earlier try', async () => {
  startSession({ token: 't', user: createUser('admin') });
  await send(404);
  expect(getCalls('stock')).toEqual([]);
  await send(500);
  await send(404);
  expect(getCalls('stock')).toMatchObject([{ body, isOutcomeUnknown: true }]);
});

test.each([
  [
    'An answer that is shown once',
    (call: Promise<unknown>) => explainLoss(call, 'Make another.'),
    'The connection was lost. Make another.',
  ],
  ['A call that is done once', (call: Promise<unknown>) => sendCall('k', () => call), responseLost],
])('%s, answered by a proxy, is told with one advice', async (_what, told, advice) => {
  startSession({ token: 't', user: createUser('admin') });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })),
  );
  const put = http('/devices/d1', { method: 'PUT', body, stale: ['devices'] });
  await expect(told(put)).rejects.toMatchObject({ message: `HTTP 502: Bad Gateway. ${advice}` });
});

test.each([
  [503, 'Stripe does not answer.', 'Stripe does not answer. It is done only once.'],
  [429, 'Too many requests at once.', 'Too many requests at once.'],
])('a sale that the server could not finish says that it is done only once: %i', async (status, message, said) => {
  const refuse = () => Promise.reject(new HttpError(message, status, { message }));
  const ask = async () => ({ state: 'unknown', invoice: null, message: null }) as const;
  const outcome = await sendAttempt({ send: refuse, ask, wasSent: false });
  expect(outcome).toMatchObject({ status: 'unanswered', error: { message: said, body: { message: said } } });
});
