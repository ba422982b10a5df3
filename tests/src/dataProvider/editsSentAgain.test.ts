import { expect, test } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { locationActions } from '#src/dataProvider/location.ts';
import { sortAgreements, membershipsResource } from '#src/dataProvider/memberships.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { changedMeanwhile } from '#domain/shared/limits.ts';
import { buildFee } from '#tests/support/bookkeeping.ts';
import { consoleApi, respond, type Call } from '#tests/support/consoleApi.ts';
import { createUser } from '#tests/support/records.ts';

const updatedAt = '2026-01-01T00:00:00.000Z';
const hours = { weekdays: [1, 5], from: '08:00', to: '12:00' };
const fee = { name: 'Locker', type: 'percentage', amount: '2.50', isActive: true, description: '' } as const;
const webhook = { url: 'https://example.com/in', description: 'Website', types: null, locationIds: ['l2', 'l1'] };

interface Edit {
  put: string;
  send: () => Promise<unknown>;
  /** Where it is read, and as what. */
  get: string;
  toRead: (record: object) => object;
}

const edits: Record<string, Edit> = {
  'a fee': {
    put: 'PUT /locations/l1/fees/f1',
    send: () => locationActions.changeFee('l1', 'f1', { ...fee, updatedAt }),
    get: 'GET /locations/l1',
    toRead: (record) => ({ location: {}, fees: [buildFee(), { ...record, id: 'f1' }] }),
  },
  'a door': {
    put: 'PUT /doors/d1',
    send: () => doorActions.update('d1', { name: 'Back door', isActive: false, updatedAt }),
    get: 'GET /doors/d1',
    toRead: (door) => ({ door }),
  },
  'access hours': {
    put: 'PUT /access-hours/h1',
    send: () => doorActions.changeHours('l1', 'h1', { ...hours, updatedAt }),
    get: 'GET /access-hours',
    toRead: (record) => ({
      accessHours: [
        { ...hours, id: 'h2' },
        { ...record, id: 'h1' },
      ],
    }),
  },
  "a household's name": {
    put: 'PUT /households/x1',
    send: () => householdActions.updateHousehold('x1', { name: 'Okafor', updatedAt }),
    get: 'GET /households/x1',
    toRead: (record) => ({ household: { payer: { id: 'c1' }, ...record } }),
  },
  "a plan's agreements": {
    put: 'PUT /memberships/p1',
    send: () =>
      membershipsResource.update('memberships', {
        id: 'p1',
        data: sortAgreements({ name: 'Yoga', agreementIds: ['a2', 'a1'], updatedAt }),
        previousData: { id: 'p1' },
      }),
    get: 'GET /memberships/p1',
    toRead: (record) => ({ membership: { ...record, agreementIds: ['a2', 'a1'] }, location: null, agreements: [] }),
  },
  'a webhook': {
    put: 'PUT /webhook-endpoints/w1',
    send: () => webhookActions.changeWebhook('w1', { ...webhook, updatedAt }),
    get: 'GET /webhook-endpoints/w1',
    toRead: (endpoint) => ({ endpoint }),
  },
};

/** The answer to a change is lost, and the same is sent again. Meanwhile somebody may have changed `others`. */
const sendTwice = async ({ put, send, get, toRead }: Edit, others: object) => {
  startSession({ token: 't', user: createUser('admin') });
  let stored: object | undefined;
  const api = consoleApi({
    [get]: () => toRead(stored ?? {}),
    [put]: ({ body }: Call) => {
      if (stored) return respond(409, { message: changedMeanwhile });
      stored = { ...(body as object), ...others, updatedAt: '2026-01-02T00:00:00.000Z' };
      throw new TypeError('Failed to fetch');
    },
  });
  await expect(send()).rejects.toThrow('This may have been done already.');
  return { again: send(), puts: () => api.to(put) };
};

test.each(Object.entries(edits))(
  'A change of %s whose answer was lost is not refused by itself when it is sent again',
  async (_what, edit) => {
    const { again, puts } = await sendTwice(edit, {});
    await expect(again).resolves.toBeTruthy();
    expect(puts()).toHaveLength(2);
  },
);

test.each(Object.entries(edits))(
  'A change of %s is still refused when somebody else has changed the same meanwhile',
  async (_what, edit) => {
    const { again } = await sendTwice(edit, { name: 'Another', from: '09:00', url: 'https://example.org' });
    await expect(again).rejects.toThrow(changedMeanwhile);
  },
);
