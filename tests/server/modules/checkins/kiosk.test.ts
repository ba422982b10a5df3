import { describe, expect, test } from 'vitest';
import { addDevice } from '#tests/support/devices.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const kiosk = await addDevice(server, gym, 'kiosk', { name: 'Lobby' });
const by = (name: string, phoneLast4: string, parts: object = {}) =>
  kiosk.caller.post('/checkins', { body: { locationId: gym.locationId, name, phoneLast4, ...parts } });
const notFound = {
  status: 404,
  body: { message: 'We could not find you by this name and number. Please ask at the desk.' },
};

const member = async (parts: Parameters<typeof make.contact>[0] = {}) => {
  const id = await make.contact({ first_name: 'Robin', last_name: 'Hale', phone: '+13035550142', ...parts });
  await make.contactMembership(id);
  return id;
};

describe('at a kiosk', () => {
  test('a member checks in by code, and the device is who did it', async () => {
    const id = await member({ first_name: 'Casey', phone: '' });
    const { code } = (await gym.by.admin.get(`/contacts/${id}/code`)).body;
    const { status, body } = await kiosk.caller.post('/checkins', { body: { locationId: gym.locationId, code } });
    expect([status, body]).toEqual([
      200,
      {
        checkin: { id: body.checkin.id, accessGranted: true, reason: null, reasonCode: null },
        firstName: 'Casey',
        unlockMs: expect.any(Number),
      },
    ]);
    const { checkins } = (await gym.by.admin.get(`/checkins?locationId=${gym.locationId}&contactId=${id}`)).body;
    expect(checkins).toMatchObject([{ checkin: { id: body.checkin.id, doorId: 'Lobby' } }]);
    const { entries } = (await gym.by.admin.get(`/activity?recordType=checkin&recordId=${body.checkin.id}`)).body;
    expect(entries).toMatchObject([
      { action: 'checkin.granted', actor: { type: 'device', id: kiosk.id, name: 'Lobby' } },
    ]);
  });

  test('a member checks in by name and the last four digits of the phone, however it is typed', async () => {
    await member({ first_name: 'Zoë', last_name: 'Ångström', phone: '+13035550177' });
    for (const name of ['Zoë Ångström', ' zoe  angstrom ', 'Angstrom, Zoe'])
      expect(await by(name, '0177')).toMatchObject({
        status: 200,
        body: { checkin: { accessGranted: true }, firstName: 'Zoë' },
      });
  });

  test('a contact without a membership is denied with the reason', async () => {
    await make.contact({ first_name: 'Nora', last_name: 'None', phone: '+13035550111' });
    expect(await by('Nora None', '0111')).toMatchObject({
      status: 200,
      body: {
        checkin: { accessGranted: false, reason: 'No membership found for this contact', reasonCode: 'no_membership' },
        firstName: 'Nora',
      },
    });
  });

  test('nobody is found by half of it, and what was wrong is not said', async () => {
    await member({ first_name: 'Robin', last_name: 'Hale', phone: '+13035550199' });
    expect((await by('Robin Hale', '0199')).status).toBe(200);
    for (const [name, digits] of [
      ['Robin Hale', '0198'],
      ['Robin', '0199'],
      ['% %', '0199'],
      ['Robin Hales', '0199'],
    ] as const)
      expect(await by(name, digits)).toMatchObject(notFound);
  });

  test('two who fit are refused, a deleted one and one of another company are nobody', async () => {
    const twin = { first_name: 'Alex', last_name: 'Twin', phone: '+13035550123' };
    await member(twin);
    const second = await make.contact(twin);
    expect(await by('Alex Twin', '0123')).toMatchObject(notFound);
    await gym.by.admin.delete(`/contacts/${second}`);
    expect((await by('Alex Twin', '0123')).status).toBe(200);
    await builders(server, rival).contact({ first_name: 'Rae', last_name: 'Rival', phone: '+13035550124' });
    expect(await by('Rae Rival', '0124')).toMatchObject(notFound);
  });

  test.each<[string, object]>([
    ['a name alone', { name: 'Robin Hale' }],
    ['digits alone', { phoneLast4: '0142' }],
    ['three digits', { name: 'Robin Hale', phoneLast4: '142' }],
    ['letters', { name: 'Robin Hale', phoneLast4: 'abcd' }],
    ['a name and a code', { name: 'Robin Hale', phoneLast4: '0142', code: 'ABCDEFGHJK29' }],
    ['nothing', {}],
    ['a name too long', { name: 'x'.repeat(101), phoneLast4: '0142' }],
    ['a contact', { contactId: '00000000-0000-7000-8000-000000000000' }],
  ])('%s is 400', async (_what, body) => {
    const response = await kiosk.caller.post('/checkins', { body: { locationId: gym.locationId, ...body } });
    expect(response.status).toBe(400);
  });

  test('another location is refused', async () => {
    expect((await by('Robin Hale', '0142', { locationId: gym.otherLocationId })).status).toBe(404);
    expect((await by('Robin Hale', '0142', { locationId: rival.locationId })).status).toBe(404);
  });
});

test('a name is for kiosks: a door, staff and an API key are refused', async () => {
  const door = await addDevice(server, gym, 'door');
  const body = { locationId: gym.locationId, name: 'Robin Hale', phoneLast4: '0142' };
  for (const caller of [door.caller, gym.by.admin])
    expect(await caller.post('/checkins', { body })).toMatchObject({
      status: 400,
      body: { message: 'Only a kiosk checks in by name' },
    });
});

test('wrong names are limited for each kiosk, and right ones do not count', async () => {
  const tablet = await addDevice(server, gym, 'kiosk', { name: 'Side door' });
  const give = (digits: string) =>
    tablet.caller.post('/checkins', {
      body: { locationId: gym.locationId, name: 'Mina Many', phoneLast4: digits },
    });
  await member({ first_name: 'Mina', last_name: 'Many', phone: '+13035550155' });
  for (let count = 0; count < 20; count += 1) {
    server.advance({ seconds: 1 });
    expect([(await give('0155')).status, (await give('0000')).status]).toEqual([200, 404]);
  }
  const refused = await give('0155');
  expect([refused.status, refused.body.message, Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    'Too many tries. Please ask at the desk.',
    true,
  ]);
  expect((await by('Mina Many', '0155')).status).toBe(200);
});
