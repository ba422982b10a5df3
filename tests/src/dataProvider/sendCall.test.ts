import { HttpError } from 'react-admin';
import { expect, test } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { getCalls, openCall } from '#src/dataProvider/attempts.ts';
import { sendCall } from '#src/dataProvider/useIdempotentMutation.ts';
import { createUser } from '#tests/support/records.ts';

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
