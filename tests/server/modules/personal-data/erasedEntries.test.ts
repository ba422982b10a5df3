import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { findInDump, runErasureJob } from '#tests/support/personalData.ts';
import { sharedServer, type Reply } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const { admin, operator } = gym.by;

async function done(reply: Promise<Reply>) {
  const { status, body } = await reply;
  expect({ isDone: status < 300, body }).toMatchObject({ isDone: true });
  return body;
}

test('an erasure leaves nothing in the activity log of what staff said of the person in a household or a parked sale', async () => {
  const contactId = await make.contact({ first_name: 'Ottilie', last_name: 'Quandt' });
  const { household: own } = await done(
    operator.post('/households', { body: { name: 'Quandtlings', payerId: contactId } }),
  );
  await done(operator.put(`/households/${own.id}`, { body: { name: 'Quandtfolk' } }));
  await done(operator.delete(`/households/${own.id}`));
  const payerId = await make.contact();
  const { household: others } = await done(operator.post('/households', { body: { name: 'Oakleys', payerId } }));
  const members = `/households/${others.id}/members`;
  await done(operator.post(members, { body: { contactId, relation: 'Fosterling' } }));
  await done(operator.put(`${members}/${contactId}`, { body: { relation: 'Stepsister' } }));
  const items = [{ salesItemId: await make.salesItem(), quantity: 2 }];
  const park = (customer: string, note: string) =>
    done(admin.post('/parked-sales', { body: { locationId: gym.locationId, contactId: customer, items, note } }));
  await park(contactId, 'Twisted ankle');
  const { parkedSale } = await park(contactId, 'Weeping eye');
  await done(admin.delete(`/parked-sales/${parkedSale.id}`));
  await park(payerId, 'Back at noon');
  const traces = ['quandt', 'fosterling', 'stepsister', 'twisted ankle', 'weeping eye'];
  const found = await findInDump(server.url, traces);
  expect(found).toEqual(expect.arrayContaining(traces.map((trace) => `activity: ${trace}`)));

  await done(admin.post(`/contacts/${contactId}/erasure`));
  const { now } = server.clock;
  server.advance({ hours: 24 });
  await runErasureJob(server);
  server.clock.now = now;

  expect(await findInDump(server.url, traces)).toEqual([]);
  const changesOf = async (action: string) => {
    const { entries } = await done(admin.get(`/activity?companyId=${gym.companyId}&limit=100`));
    return entries.flatMap((entry: { action: string; changes: object[] }) =>
      entry.action === action ? [entry.changes] : [],
    );
  };
  const parked = (customer: string, note: string) => [
    { field: 'customer', before: null, after: customer },
    { field: 'total', before: null, after: expect.any(Number) },
    { field: 'note', before: null, after: note },
  ];
  expect(await changesOf('location.sale-parked')).toEqual([
    parked('Casey Jones', 'Back at noon'),
    parked('erased', 'erased'),
    parked('erased', 'erased'),
  ]);
  expect(await changesOf('household.created')).toContainEqual([
    { field: 'name', before: null, after: 'Oakleys' },
    { field: 'payer', before: null, after: 'Casey Jones' },
  ]);
});
