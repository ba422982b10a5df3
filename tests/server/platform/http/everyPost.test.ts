import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { samplePdf, pdfForm, upload } from '#tests/support/multipart.ts';
import { openStream } from '#tests/support/devices.ts';
import { createP12 } from '#tests/support/p12.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  responses: Record<string, { description: string }>;
  'x-access'?: string;
}

interface Attempt {
  path: string;
  by?: Caller;
  body?: unknown;
  headers?: Record<string, string>;
  /** The same attempt with something else in it. */
  other?: { body: unknown };
}

const server = await sharedServer();
const gym = await createGym(server, { passwordHash: await hashPassword('correct horse') });
const make = builders(server, gym);
const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

const operations = async (): Promise<(Operation & { path: string; method: string })[]> => {
  const { paths } = (await server.anonymous.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
};
const signedInPosts = async () =>
  (await operations()).filter(({ method, ...operation }) => method === 'post' && operation['x-access'] !== 'public');
const own = async (path: string, body: object): Promise<{ id: string }> =>
  Object.values((await gym.by.admin.post(path, { body })).body).find((part) => typeof part === 'object') as {
    id: string;
  };
const endpointPath = async () => {
  const body = { companyId: gym.companyId, url: 'https://93.184.215.14/hooks' };
  return `/webhook-endpoints/${(await gym.by.admin.post('/webhook-endpoints', { body })).body.endpoint.id}`;
};
const addAgreement = async (name: string) =>
  (await gym.by.admin.post('/agreements', pdfForm({ name, companyId: gym.companyId }, { bytes: samplePdf }))).body
    .agreement;
const named = (name: string) => ({ name, locationId: gym.locationId, price: 3 });
const proof = (password: string) => ({ password });

/** One attempt at each POST whose key has no test of its own. */
const attempts: Record<string, () => Promise<Attempt>> = {
  createSalesItem: async () => ({ path: '/sales-items', body: named('Water'), other: { body: named('Towel') } }),
  createContact: async () => {
    const body = { firstName: 'Robin', lastName: 'Doe', email: 'robin@gym.test', homeLocationId: gym.locationId };
    return { path: '/contacts', body, other: { body: { ...body, lastName: 'Roe' } } };
  },
  signUp: async () => {
    const key = { companyId: gym.companyId, name: 'Website', kind: 'publishable', origins: ['https://gym.test'] };
    const made = await gym.by.admin.post('/api-keys', { body: { ...key, locationIds: [gym.locationId] } });
    const body = { firstName: 'Robin', lastName: 'Doe', email: 'robin.signs.up@gym.test' };
    return {
      path: '/sign-ups',
      by: server.withKey(made.body.key),
      body,
      other: { body: { ...body, lastName: 'Roe' } },
    };
  },
  createWebhookEndpoint: async () => {
    const body = { companyId: gym.companyId, url: 'https://93.184.215.14/hooks' };
    return { path: '/webhook-endpoints', body, other: { body: { ...body, url: 'https://93.184.215.14/others' } } };
  },
  rotateWebhookSecret: async () => ({ path: `${await endpointPath()}/rotate-secret` }),
  testWebhookEndpoint: async () => ({ path: `${await endpointPath()}/test` }),
  resendWebhookDelivery: async () => {
    const path = await endpointPath();
    const { id } = await own(`${path}/test`, {});
    return { path: `${path}/deliveries/${id}/resend` };
  },
  resendWebhooks: async () => {
    const [since, other] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    return { path: `${await endpointPath()}/resend`, body: { since }, other: { body: { since: other } } };
  },
  moveStock: async () => {
    const id = (await own('/sales-items', { ...named('Flask'), isPhysicalItem: true })).id;
    const body = { kind: 'received', quantity: 4 };
    return { path: `/sales-items/${id}/stock`, body, other: { body: { ...body, quantity: 5 } } };
  },
  createMembership: async () => ({ path: '/memberships', body: named('Monthly'), other: { body: named('Yearly') } }),
  addMembershipSalesItem: async () => {
    const body = { salesItemId: (await own('/sales-items', named('Shaker'))).id };
    return {
      path: `/memberships/${(await own('/memberships', named('Weekly'))).id}/sales-items`,
      body,
      other: { body: { ...body, isRequired: false } },
    };
  },
  createLocation: async () => ({
    path: '/locations',
    body: { companyId: gym.companyId, name: 'East' },
    other: { body: { companyId: gym.companyId, name: 'West' } },
  }),
  createFee: async () => ({
    path: `/locations/${gym.locationId}/fees`,
    body: { name: 'Service', amount: '2.50' },
    other: { body: { name: 'Service', amount: '3.50' } },
  }),
  createApiKey: async () => {
    const body = { companyId: gym.companyId, name: 'Website', scopes: ['contacts:write'] };
    return { path: '/api-keys', body, other: { body: { ...body, name: 'Door' } } };
  },
  createDevice: async () => {
    const body = { locationId: gym.locationId, name: 'Lobby', kind: 'kiosk' };
    return { path: '/devices', body, other: { body: { ...body, name: 'Back door' } } };
  },
  startDevicePairing: async () => {
    const { id } = await own('/devices', { locationId: gym.locationId, name: 'Side', kind: 'door' });
    return { path: `/devices/${id}/pairing` };
  },
  replaceDeviceToken: async () => {
    const body = { locationId: gym.locationId, name: 'Gate', kind: 'door' };
    const { token } = (await gym.by.admin.post('/devices', { body })).body;
    return { path: '/devices/self/roll', by: server.withKey(token) };
  },
  createDoor: async () => ({
    path: '/doors',
    body: { locationId: gym.locationId, name: 'Main' },
    other: { body: { locationId: gym.locationId, name: 'Other' } },
  }),
  openDoor: async () => {
    const door = await own('/doors', { locationId: gym.locationId, name: 'Gate' });
    const device = await own('/devices', { locationId: gym.locationId, name: 'Reader', kind: 'door' });
    await gym.by.admin.put(`/devices/${device.id}`, { body: { doorIds: [door.id] } });
    await openStream(server, gym, device.id);
    return { path: `/doors/${door.id}/open`, body: {}, other: { body: { type: 'lock' } } };
  },
  createAccessHours: async () => {
    const body = { membershipId: await make.plan(), weekdays: [1], from: '10:00', to: '16:00' };
    return { path: '/access-hours', body, other: { body: { ...body, to: '17:00' } } };
  },
  blockContact: async () => ({
    path: `/contacts/${await make.contact()}/blocks`,
    body: { reason: 'Took towels' },
    other: { body: { reason: 'Took weights' } },
  }),
  createCompany: async () => ({
    path: '/companies',
    body: { name: 'Another Gym' },
    other: { body: { name: 'A Third Gym' } },
  }),
  createAgreement: async () => ({
    path: '/agreements',
    ...pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf }),
    other: pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: createPdf('Other') }),
  }),
  addAgreementVersion: async () => {
    const agreement = await addAgreement('Rules');
    return {
      path: `/agreements/${agreement.id}/versions`,
      ...pdfForm({}, { bytes: samplePdf }),
      other: pdfForm({}, { bytes: samplePdf, name: 'other.pdf' }),
    };
  },
  addContactNote: async () => ({
    path: `/contacts/${await make.contact()}/notes`,
    body: { text: 'Bad knee' },
    other: { body: { text: 'Bad hip' } },
  }),
  askErasure: async () => ({ path: `/contacts/${await make.contact()}/erasure` }),
  createHousehold: async () => {
    const [payerId, other] = [await make.contact(), await make.contact()];
    const body = { name: 'Jones', payerId };
    return { path: '/households', body, other: { body: { ...body, payerId: other } } };
  },
  addHouseholdMember: async () => {
    const { id } = await own('/households', { name: 'Jones', payerId: await make.contact() });
    const body = { contactId: await make.contact(), relation: 'Son' };
    return { path: `/households/${id}/members`, body, other: { body: { ...body, relation: 'Daughter' } } };
  },
  signAgreement: async () => {
    const agreement = await addAgreement('Waiver');
    const body = { agreementVersionId: agreement.versions[0].id, name: 'Casey Jones', consent: true };
    return {
      path: `/contacts/${await make.contact({ date_of_birth: '1990-01-01' })}/signatures`,
      body,
      other: { body: { ...body, name: 'Robin Jones' } },
    };
  },
  uploadPaperSignature: async () => {
    const agreement = await addAgreement('Waiver');
    const fields = { agreementVersionId: agreement.versions[0].id, name: 'Casey Jones' };
    return {
      path: `/contacts/${await make.contact()}/signatures/paper`,
      ...pdfForm(fields, { bytes: samplePdf, field: 'file' }),
      other: pdfForm({ ...fields, name: 'Robin' }, { bytes: samplePdf, field: 'file' }),
    };
  },
  askToSignAgain: async () => {
    const agreement = await addAgreement('Waiver');
    return { path: `/agreements/${agreement.id}/sign-again` };
  },
  requestSignatures: async () => {
    const agreement = await addAgreement('Waiver');
    const body = { agreementIds: [agreement.id] };
    return {
      path: `/contacts/${await make.contact({ date_of_birth: '1990-01-01' })}/signature-requests`,
      body,
      other: { body: { ...body, email: 'casey@member.test' } },
    };
  },
  uploadContactImage: async () => ({
    path: `/contacts/${await make.contact()}/image`,
    ...upload('image', image, 'me.png', 'image/png'),
    other: upload('image', image, 'you.png', 'image/png'),
  }),
  uploadSigningCertificate: async () => {
    const { p12 } = await createP12();
    server.clock.now = new Date();
    return {
      path: `/companies/${gym.companyId}/signing-certificate`,
      ...pdfForm({ password: 'open sesame' }, { field: 'file', bytes: p12, name: 'gym.p12' }),
    };
  },
  startExport: async () => ({ path: `/companies/${gym.companyId}/exports` }),
  uploadSalesItemImage: async () => ({
    path: `/sales-items/${(await own('/sales-items', named('Bar'))).id}/image`,
    ...upload('image', image, 'bar.png', 'image/png'),
  }),
  replaceContactCode: async () => ({ path: `/contacts/${await make.contact()}/code` }),
  emailContactCode: async () => ({ path: `/contacts/${await make.contact()}/code/email` }),
  findWalkInCustomer: async () => ({ path: `/locations/${gym.locationId}/walk-in` }),
  disableUser: async () => ({ path: `/users/${gym.users.operator.id}/disable`, body: { companyId: gym.companyId } }),
  enableUser: async () => ({ path: `/users/${gym.users.operator.id}/enable`, body: { companyId: gym.companyId } }),
  beginSecondFactor: async () => ({
    path: '/account/second-factor',
    by: gym.by.manager,
    body: proof('correct horse'),
    other: { body: proof('wrong') },
  }),
};

/** They need what a device or an email knows, or change nothing that could be done twice; a refusal of theirs is repeated. */
const refusedHere: Record<string, Attempt> = {
  confirmSecondFactor: { path: '/account/second-factor/confirmation', body: { code: '123456' } },
  replaceRecoveryCodes: { path: '/account/second-factor/recovery-codes', body: { ...proof('wrong'), code: '123456' } },
  beginPasskey: { path: '/account/passkeys/options', body: proof('wrong') },
  addPasskey: { path: '/account/passkeys', body: {} },
  restoreContact: { path: '/contacts/01900000-0000-7000-8000-000000000000/restore', body: {} },
  retryContactEmails: { path: '/contacts/01900000-0000-7000-8000-000000000000/emails/retry' },
};

/** Sales, money, stock, dates, imports and invitations. */
const triedElsewhere = [
  'billContactMembership',
  'cancelContactMembership',
  'cancelMembershipPurchase',
  'cancelSalesItemPurchase',
  'changePlan',
  'closeDrawer',
  'createCheckin',
  'reportCheckins',
  'acknowledgeCommand',
  'createCardLink',
  'createPaymentLink',
  'freezeContactMembership',
  'importContacts',
  'inviteUser',
  'letContactMembershipEnd',
  'emailReceipt',
  'moveDrawerCash',
  'openDrawer',
  'parkSale',
  'purchaseMembership',
  'purchaseSalesItems',
  'refundInvoice',
  'activateRenewals',
  'resendInvitation',
  'resumeParkedSale',
  'saveContactCard',
  'startCardSetup',
  'retryInvoiceCard',
  'sendDisputeEvidence',
  'startReconciliation',
  'takeInvoicePayment',
  'voidInvoice',
  'writeOffInvoice',
];

const aboutOneSession = ['refreshSession', 'logout'];

/** Whatever is written: rows of all tables, as PostgreSQL counts them, besides the keys. */
const effects = async () => {
  const counts = await Promise.all(
    (
      [
        'activity',
        'sales_items',
        'contacts',
        'contact_notes',
        'household_members',
        'memberships',
        'locations',
        'location_fees',
        'companies',
        'agreements',
        'agreement_versions',
      ] as const
    ).map((table) =>
      server.database.everyCompany().then((companies) =>
        server.database.scoped(companies, (tx) =>
          tx
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow(),
        ),
      ),
    ),
  );
  return counts.map(({ n }) => Number(n));
};
const send = ({ path, by = gym.by.admin, body, headers = {} }: Attempt, key: string) =>
  by.post(path, { body, headers: { ...headers, 'idempotency-key': key } });

test('OpenAPI declares the key, 422 and 429 with Retry-After for every POST of a signed-in person', async () => {
  const posts = await signedInPosts();
  expect(posts.length).toBeGreaterThan(40);
  for (const { operationId, parameters = [], responses } of posts) {
    const header = parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key');
    expect([operationId, header, '422' in responses, responses['429']?.description]).toEqual([
      operationId,
      true,
      true,
      expect.stringContaining('`Retry-After`'),
    ]);
  }
  for (const { operationId, responses } of await operations())
    expect([operationId, '429' in responses]).toEqual([operationId, true]);
});

test('every POST of a signed-in person is tried with a key here, or in its own test', async () => {
  const tried = [...Object.keys(attempts), ...Object.keys(refusedHere), ...aboutOneSession, ...triedElsewhere];
  expect((await signedInPosts()).map(({ operationId }) => operationId).toSorted()).toEqual(tried.toSorted());
});

test.each(Object.keys(attempts))(
  '%s with one key happens once, also when two arrive together, and another body is 422',
  async (operationId) => {
    const attempt = (await attempts[operationId]?.()) ?? expect.fail();
    const key = `key of ${operationId}`;
    const before = await effects();
    const [first, together] = await Promise.all([send(attempt, key), send(attempt, key)]);
    expect([operationId, first.status < 300, first.body]).toEqual([operationId, true, together.body]);
    const after = await effects();
    const again = await send(attempt, key);
    expect([again.status, again.body, await effects()]).toEqual([first.status, first.body, after]);
    // One record at most of each kind. A record with a document has two entries in the log.
    expect(after.every((count, index) => count - (before[index] ?? 0) <= (index === 0 ? 2 : 1))).toBe(true);
    if (attempt.other) expect(await send({ ...attempt, ...attempt.other }, key)).toMatchObject({ status: 422 });
    expect([...server.logged].filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

test.each(Object.keys(refusedHere))('a refusal of %s is repeated for its key', async (operationId) => {
  const attempt = refusedHere[operationId] ?? expect.fail();
  const [first, again] = [await send(attempt, operationId), await send(attempt, operationId)];
  expect([operationId, first.status >= 400 && first.status < 500, again.status, again.body]).toEqual([
    operationId,
    true,
    first.status,
    first.body,
  ]);
});

test('the same key at another record is another attempt', async () => {
  const fees = await Promise.all(
    [gym.locationId, gym.otherLocationId].map((id) =>
      send({ path: `/locations/${id}/fees`, body: { name: 'Key', amount: '1.00' } }, 'one key'),
    ),
  );
  expect(fees.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(fees.map(({ body }) => body.fee.id)).size).toBe(2);
});

test('an answer with a secret is stored encrypted', async () => {
  const { body } = await send(
    { path: '/account/second-factor', by: gym.by.manager, body: proof('correct horse') },
    'key of beginSecondFactor',
  );
  const stored = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('idempotency_keys').select('response').where('key', '=', 'key of beginSecondFactor').execute(),
  );
  expect(body.key).toMatch(/^[A-Z2-7]{32}$/);
  expect(JSON.stringify(stored)).not.toContain(body.key);
});
